/** Runs in the audio thread: hands each quantum to the page, with its place in time. */
declare const currentFrame: number;
declare const sampleRate: number;
declare const registerProcessor: (name: string, processor: unknown) => void;
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort };

/** 10 ms at 48 kHz is 3.75 quanta: eight of them a message keep the messages few. */
const QUANTA = 8;

registerProcessor(
  'scriba-capture',
  class extends AudioWorkletProcessor {
    #mono: Float32Array = new Float32Array(0);
    #from = 0;

    process([input]: Float32Array[][]): boolean {
      const channels = input ?? [];
      const size = channels[0]?.length ?? 0;
      if (size === 0) return true;
      if (this.#mono.length === 0) this.#from = currentFrame;
      const joined = new Float32Array(this.#mono.length + size);
      joined.set(this.#mono);
      const at = this.#mono.length;
      for (const channel of channels) {
        for (let i = 0; i < size; i++)
          joined[at + i] = (joined[at + i] ?? 0) + (channel[i] ?? 0) / channels.length;
      }
      this.#mono = joined;
      if (joined.length >= QUANTA * size) this.#send();
      return true;
    }

    #send() {
      this.port.postMessage(
        { timestamp: (this.#from / sampleRate) * 1e6, rate: sampleRate, samples: this.#mono },
        [this.#mono.buffer],
      );
      this.#mono = new Float32Array(0);
    }
  },
);
