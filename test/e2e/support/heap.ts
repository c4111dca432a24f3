/**
 * Every string that the scripts of a page still hold, and by what: out of a heap snapshot, after
 * the garbage is collected.
 */
import type { Page } from '@playwright/test';

export type Heap = {
  /**
   * Of strings, objects and elements that can be reached from a root; what is only not swept away
   * yet is not among them.
   */
  readonly strings: readonly string[];
  /** From the first of them that contains `text` up to a root; undefined where nothing holds it. */
  heldBy(text: string): string | undefined;
};

type Snapshot = {
  snapshot: {
    meta: {
      node_fields: string[];
      edge_fields: string[];
      node_types: [string[]];
      edge_types: [string[]];
    };
  };
  nodes: number[];
  edges: number[];
  strings: string[];
};

export async function heapOf(page: Page): Promise<Heap> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void pieces.push(chunk));
  await session.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const held = reach(JSON.parse(pieces.join('')) as Snapshot);
  return {
    strings: held.map(({ name }) => name),
    heldBy(text) {
      const steps: string[] = [];
      for (let at = held.find(({ name }) => name.includes(text)); at; at = at.from)
        steps.push(`${at.kind}:${at.name.slice(0, 60)} <-${at.edge}`);
      return steps.length === 0 ? undefined : steps.join('\n  ');
    },
  };
}

type Held = {
  readonly node: number;
  readonly kind: string;
  readonly name: string;
  readonly edge: string;
  readonly from: Held | undefined;
};

/** Breadth first, so that the path to each is the shortest. */
function reach({ snapshot: { meta }, nodes, edges, strings }: Snapshot): Held[] {
  const [nodeSize, edgeSize] = [meta.node_fields.length, meta.edge_fields.length];
  const firstEdge: number[] = [];
  let total = 0;
  for (let node = 0; node < nodes.length / nodeSize; node++) {
    firstEdge.push(total);
    total += nodes[node * nodeSize + 4]!;
  }
  const held = (node: number, edge: string, from: Held | undefined): Held => ({
    node,
    kind: meta.node_types[0][nodes[node * nodeSize]!]!,
    name: strings[nodes[node * nodeSize + 1]!]!,
    edge,
    from,
  });
  const queue = [held(0, '', undefined)];
  const seen = new Set([0]);
  for (const from of queue) {
    const { node } = from;
    for (
      let edge = firstEdge[node]!;
      edge < firstEdge[node]! + nodes[node * nodeSize + 4]!;
      edge++
    ) {
      const kind = meta.edge_types[0][edges[edge * edgeSize]!]!;
      const to = edges[edge * edgeSize + 2]! / nodeSize;
      const at = edges[edge * edgeSize + 1]!;
      const label = kind === 'element' || kind === 'hidden' ? `${at}` : strings[at]!;
      // A pair of a weak map hangs on its key, not on the map.
      const key = /part of key \(.*? @(\d+)\)/.exec(label)?.[1];
      if (
        kind === 'weak' ||
        seen.has(to) ||
        (key !== undefined && Number(key) !== nodes[node * nodeSize + 2])
      )
        continue;
      seen.add(to);
      queue.push(held(to, `${kind}:${label.slice(0, 60)}`, from));
    }
  }
  return queue;
}
