import { expect, it } from "vitest";
import { isPublic } from "./site-address.ts";

it.each([
  "https://www.studio.example",
  // Without encryption the public reads it all the same, so the rules of a public site apply.
  "http://203.0.113.7:8080",
  "http://10.example.com",
  "https://fcbarcelona.example",
  "http://172.32.0.1",
])("The public can reach %s", (address) => expect(isPublic(address)).toBe(true));

it.each([
  "http://localhost:3000",
  "https://studio.localhost",
  "http://127.0.0.1:3000",
  "http://[::1]:3000",
  "http://192.168.1.20:3000",
  "http://10.0.0.4",
  "http://172.16.0.1",
  "http://[fe80::1]:3000",
])("The public cannot reach %s", (address) => expect(isPublic(address)).toBe(false));
