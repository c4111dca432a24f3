/**
 * P6: whatever happens to the bytes of a recording's files, it is found out, what is whole comes
 * out, and nothing else ever does.
 */
import { describe, expect, test } from 'vitest';
import {
  reconciledRow,
  scanRecording,
} from '../../main/features/recordings/recovery/scan-recording.ts';
import { decodeAudio } from '../../main/features/recordings/segments/segment-content.ts';
import type { SegmentRow } from '../../main/infrastructure/store/rows.ts';
import {
  containerPath,
  readContainer,
  recordTypes,
} from '../../main/infrastructure/vault/container/container.ts';
import { type MemoryDisk, memoryDisk } from '../support/ports/disk.ts';
import { mutationsOf, starts } from './support/damage/container-damage.ts';
import {
  folder,
  keys,
  randomRecording,
  type Span,
  soundOf,
  uncovered,
  visitId,
} from './support/disks/random-recording.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p6 = promise({
  id: 'P6',
  title: 'Damaged bytes',
  figure:
    'a damaged byte costs at most two records (0.5 s) and is always found out; never other sound',
});
const MUTATIONS = p6.size({ mutant: 300, commit: 5000, long: 1_000_000 });
const fraction = seeded(p6.level === 'mutant' ? 6 : p6.seed());
const changes = mutationsOf(fraction);

type Recording = {
  readonly disk: MemoryDisk;
  readonly rows: readonly SegmentRow[];
  readonly samples: number;
  readonly files: ReadonlyMap<string, Buffer>;
};

/** A whole recording of one file or two, as it was sealed. */
function recorded(): Recording {
  const { disk, rows, reported, run } = randomRecording(fraction);
  run();
  const inOrder = [...rows.values()].sort((one, other) => one.ordinal - other.ordinal);
  return {
    disk,
    rows: inOrder,
    samples: reported.written,
    files: new Map(
      inOrder.map(({ fileId }) => [fileId, disk.bytes(containerPath(folder, fileId, 'seg'))]),
    ),
  };
}

type Looked = {
  readonly noticed: boolean;
  readonly other: boolean;
  readonly spans: readonly Span[];
};

/**
 * As Scriba looks at a sealed recording: what it finds, and whether the rows of the store disagree.
 */
function lookAt(disk: MemoryDisk, rows: readonly SegmentRow[]): Looked {
  const scan = scanRecording(
    disk,
    rows.map(({ fileId }) => ({ fileId, keys })),
  );
  const noticed = scan.files.some(
    (report, index) =>
      report.failure !== undefined ||
      reconciledRow(report, visitId, rows[index]!.ordinal, rows[index]).status !== 'sealed',
  );
  const spans: Span[] = [];
  let other = false;
  for (const { fileId, failure } of scan.files) {
    if (failure) continue;
    for (const { type, plain } of readContainer(
      { disk, keys },
      containerPath(folder, fileId, 'seg'),
    ).records()) {
      if (type !== recordTypes.audio) continue;
      const { firstSample, audio } = decodeAudio(plain);
      other ||= !audio.equals(soundOf(firstSample, firstSample + audio.length / 2));
      spans.push([firstSample, firstSample + audio.length / 2]);
    }
  }
  return { noticed, other, spans };
}

describe('damage to the files of a sealed recording (P6)', () => {
  test('of any kind is found out; what comes out is what was spoken; one byte costs two records at most', () => {
    const wrong: string[] = [];
    let dearest = 0;
    for (let done = 0; done < MUTATIONS; ) {
      const whole = recorded();
      const foreign = recorded();
      const [first] = foreign.files.values();
      for (let each = 0; each < 200 && done < MUTATIONS; each++) {
        const { kind, one, apply } = changes[done % changes.length]!;
        const { fileId } = whole.rows[Math.floor(fraction() * whole.rows.length)]!;
        const bytes = whole.files.get(fileId)!;
        const harmed = apply(bytes, first!);
        done += 1;
        if (harmed.equals(bytes)) continue;
        whole.disk.put(containerPath(folder, fileId, 'seg'), Buffer.from(harmed));
        const { noticed, other, spans } = lookAt(whole.disk, whole.rows);
        whole.disk.put(containerPath(folder, fileId, 'seg'), Buffer.from(bytes));
        const lost =
          uncovered([[0, whole.samples]], spans) -
          uncovered([[0, whole.samples]], wholeSpans(whole));
        if (other) wrong.push(`${kind}: other sound than was spoken`);
        if (!noticed) wrong.push(`${kind}: not found out`);
        if (one) dearest = Math.max(dearest, lost);
        // Two records of the randomRecording, which are longer than 0.25 s where the page sends
        // longer pieces: they are cut at 4000 samples.
        if (one && lost > 2 * 4000) wrong.push(`${kind}: cost ${lost} samples`);
        p6.ran();
      }
    }
    p6.worst('one damaged byte costs', dearest / 16_000, 's');
    p6.failed(wrong.length);
    expect(wrong).toEqual([]);
  }, 3_600_000);

  test('files that change their names, go missing, or come back from an older day are found out', () => {
    for (let round = 0; round < { mutant: 3, commit: 15, long: 1000 }[p6.level]; round++) {
      const one = recorded();
      const { fileId } = one.rows.at(-1)!;
      const name = containerPath(folder, fileId, 'seg');
      const other = recorded().files.values().next().value!;
      // Before a file is given up all ways to mend its header are tried, for a tenth of a second.
      const underOurName = round % 10 === 0 ? [() => left.put(name, other)] : [];
      const left = memoryDisk(
        new Map([...one.files].map(([id, bytes]) => [containerPath(folder, id, 'seg'), bytes])),
      );
      for (const harm of [
        ...underOurName,
        () => left.unlink(name),
        () =>
          left.put(name, one.files.get(fileId)!.subarray(0, starts(one.files.get(fileId)!).at(-2))),
      ]) {
        harm();
        const looked = lookAt(left, one.rows);
        expect([looked.noticed, looked.other]).toEqual([true, false]);
        left.put(name, one.files.get(fileId)!);
      }
      expect(lookAt(left, one.rows)).toMatchObject({ noticed: false, other: false });
      p6.ran(2 + underOurName.length);
    }
  });
});

/** Stretches that the recording never had, since the page skipped them. */
const known = new WeakMap<Recording, readonly Span[]>();
function wholeSpans(whole: Recording): readonly Span[] {
  if (!known.has(whole)) known.set(whole, lookAt(whole.disk, whole.rows).spans);
  return known.get(whole)!;
}
