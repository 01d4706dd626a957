import "./style/editor.css";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { start } from "./start.ts";

const container = document.getElementById("editor");
if (container) createRoot(container).render(<App />);
start();
