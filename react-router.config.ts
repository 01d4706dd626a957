import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "site",
  buildDirectory: process.env.BUILD_DIR?.trim() || "build",
  ssr: false,
  prerender: {
    // "/404" is matched by the catch-all route: it becomes the page hosts serve for any unknown path.
    paths: ({ getStaticPaths }) => [...getStaticPaths(), "/404"],
    concurrency: 2,
  },
} satisfies Config;
