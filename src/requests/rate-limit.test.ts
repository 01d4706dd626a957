import { describe, expect, it } from "vitest";
import { createLimiter, network } from "./rate-limit.ts";

const minute = 60_000;

function limiterAt(start: number) {
  const clock = { time: start };
  const limiter = createLimiter(() => clock.time);
  const visit = async (client: string, times = 1) => {
    let last = await limiter(client);
    for (let time = 1; time < times; time++) last = await limiter(client);
    return last;
  };
  return { clock, limiter, visit };
}

describe("The limits for one client", () => {
  it("pass five requests in ten minutes and flag the sixth", async () => {
    const { clock, visit } = limiterAt(0);
    expect(await visit("192.0.2.1", 5)).toMatchObject({ result: "pass" });
    expect(await visit("192.0.2.1")).toEqual({ result: "flag" });
    expect(await visit("192.0.2.2")).toEqual({ result: "pass" });
    clock.time = 10 * minute;
    expect(await visit("192.0.2.1")).toMatchObject({ result: "pass" });
  });

  it("let two visitors of one network be told by email in a day", async () => {
    const { clock, visit } = limiterAt(0);
    expect(await visit("192.0.2.1", 2)).toEqual({ result: "pass" });
    expect(await visit("192.0.2.1")).toEqual({ result: "pass", unconfirmed: true });
    expect(await visit("2001:db8::1", 2)).toEqual({ result: "pass" });
    expect(await visit("2001:db8::2")).toEqual({ result: "pass", unconfirmed: true });
    clock.time = 24 * 60 * minute - 1;
    expect(await visit("192.0.2.1")).toEqual({ result: "pass", unconfirmed: true });
    clock.time += 1;
    expect(await visit("192.0.2.1")).toEqual({ result: "pass" });
  });

  it("refuse the thirty-first request in an hour, say for how long, and then allow requests again", async () => {
    const { clock, visit } = limiterAt(0);
    expect(await visit("192.0.2.1", 30)).toEqual({ result: "flag" });
    clock.time = 20 * minute;
    expect(await visit("192.0.2.1")).toEqual({ result: "refuse", retryAfter: 40 * 60 });
    clock.time = 60 * minute;
    expect(await visit("192.0.2.1")).toMatchObject({ result: "pass" });
  });
});

describe("The limits for many clients at once", () => {
  it("flag requests above a hundred in ten minutes, refuse none, and then stop flagging, without those from the page unless they are as many", async () => {
    const { clock, limiter } = limiterAt(0);
    const results = [];
    const clientOf = (number: number) => `198.51.${number >> 8}.${number & 255}`;
    for (let number = 0; number < 10_000; number++) results.push((await limiter(clientOf(number))).result);
    expect(results).toEqual([...Array(100).fill("pass"), ...Array(9_900).fill("flood")]);
    for (let number = 1; number <= 100; number++)
      expect(await limiter(`203.0.113.${number}`, true)).toEqual({ result: "pass" });
    expect(await limiter("192.0.2.2", true)).toEqual({ result: "flood" });
    clock.time = 10 * minute;
    expect(await limiter("192.0.2.1")).toEqual({ result: "pass" });
  });

  it("flag requests above twenty from the many networks of one organisation", async () => {
    const { limiter } = limiterAt(0);
    for (let number = 1; number <= 20; number++) {
      expect(await limiter(`2001:db8:1:${number.toString(16)}::1`)).toEqual({ result: "pass" });
    }
    expect(await limiter("2001:db8:1:ff::1")).toEqual({ result: "flood" });
    expect(await limiter("2001:db8:2:1::1")).toEqual({ result: "pass" });
  });
});

it.each([
  ["192.0.2.1:4711", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["[2001:db8:1:2::9]:443", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("The network of %s is %s", (address, expected) => expect(network(address)).toBe(expected));
