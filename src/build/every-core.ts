import { availableParallelism } from "node:os";

export async function onEveryCore<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  const run = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, run));
}
