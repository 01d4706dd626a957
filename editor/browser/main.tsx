import "../editor.css";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { begin } from "./begin.ts";

const place = document.getElementById("editor");
if (place) createRoot(place).render(<App />);
begin();
