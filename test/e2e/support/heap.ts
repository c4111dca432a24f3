/** Every string that the scripts of a page still hold, and by what: out of a heap snapshot, after the garbage is collected. */
import type { Page } from '@playwright/test';

export type Heap = {
  readonly strings: readonly string[];
  /** From a root down to a string that contains `text`, as `type:name --edge-->`; undefined where nothing holds it. */
  heldBy(text: string): string | undefined;
};

type Snapshot = { snapshot: { meta: { node_fields: string[]; edge_fields: string[]; node_types: [string[]]; edge_types: [string[]] } }; nodes: number[]; edges: number[]; strings: string[] };

export async function heapOf(page: Page): Promise<Heap> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void pieces.push(chunk));
  await session.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const snapshot = JSON.parse(pieces.join('')) as Snapshot;
  return { strings: snapshot.strings, heldBy: (text) => pathTo(snapshot, text) };
}

function pathTo({ snapshot: { meta }, nodes, edges, strings }: Snapshot, text: string): string | undefined {
  const [nodeSize, edgeSize] = [meta.node_fields.length, meta.edge_fields.length];
  const count = nodes.length / nodeSize;
  const name = (node: number) => `${meta.node_types[0][nodes[node * nodeSize]!]}:${strings[nodes[node * nodeSize + 1]!]!.slice(0, 60)}`;
  // Walked from the root, so that the first path found is the shortest.
  const from: (readonly [node: number, edge: string] | undefined)[] = [];
  const firstEdge: number[] = [];
  let total = 0;
  for (let node = 0; node < count; node++) {
    firstEdge.push(total);
    total += nodes[node * nodeSize + 4]!;
  }
  const queue = [0];
  const seen = new Set(queue);
  for (const node of queue) {
    if (node !== 0 && strings[nodes[node * nodeSize + 1]!]!.includes(text) && /string/.test(name(node))) {
      const steps: string[] = [];
      for (let at: number | undefined = node; at !== undefined; at = from[at]?.[0]) steps.push(`${name(at)}${from[at] ? '' : ' (root)'} <-${from[at]?.[1] ?? ''}`);
      return steps.join('\n  ');
    }
    for (let edge = firstEdge[node]!; edge < firstEdge[node]! + nodes[node * nodeSize + 4]!; edge++) {
      const kind = meta.edge_types[0][edges[edge * edgeSize]!]!;
      const to = edges[edge * edgeSize + 2]! / nodeSize;
      if (kind === 'weak' || seen.has(to)) continue;
      seen.add(to);
      const label = edges[edge * edgeSize + 1]!;
      from[to] = [node, `${kind}:${kind === 'element' || kind === 'hidden' ? label : strings[label]!.slice(0, 60)}`];
      queue.push(to);
    }
  }
  return undefined;
}
