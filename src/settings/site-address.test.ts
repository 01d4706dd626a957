import { expect, it } from "vitest";
import { isPublic } from "./site-address.ts";

it.each([
  ["https://www.studio.example", true],
  // Without encryption the public reads it all the same, so the rules of a public site apply.
  ["http://203.0.113.7:8080", true],
  ["http://10.example.com", true],
  ["https://fcbarcelona.example", true],
  ["http://172.32.0.1", true],
  ["http://localhost:3000", false],
  ["https://studio.localhost", false],
  ["http://127.0.0.1:3000", false],
  ["http://[::1]:3000", false],
  ["http://192.168.1.20:3000", false],
  ["http://10.0.0.4", false],
  ["http://172.16.0.1", false],
  ["http://[fe80::1]:3000", false],
])("The public can reach %s: %s", (address, expected) => expect(isPublic(address)).toBe(expected));
