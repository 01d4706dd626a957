import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

function incomingRequest(forwarded?: string): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: "10.0.0.9" });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers["x-forwarded-for"] = forwarded;
  return request;
}

it.each([
  ["no proxy is trusted", 0, "198.51.100.1", "10.0.0.9"],
  ["one is, and says who came", 1, "198.51.100.1", "198.51.100.1"],
  ["one is, and the visitor lied to it", 1, "203.0.113.5, 198.51.100.1", "198.51.100.1"],
  ["two are", 2, "203.0.113.5, 198.51.100.1, 10.0.0.8", "198.51.100.1"],
  ["one is, and says nothing", 1, undefined, "10.0.0.9"],
])("The client's address is found when %s", (_, trusted, forwarded, expected) => {
  expect(clientAddress(incomingRequest(forwarded), trusted)).toBe(expected);
});
