// Gates that wait for a test: each is a process that calls in when it runs, and ends with the exit code
// it is given.

import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

export type Running = Readonly<{
  name: string;
  pid: number;
  /** The process that runs it: the verifier. */
  ppid: number;
  env: Readonly<Record<string, string>>;
  cwd: string;
  end: (code: number) => void;
  /** It was ended, by `end` or by somebody else. */
  gone: Promise<void>;
}>;

const GATE = join(import.meta.dirname, 'gate.cjs');

export class Gates implements AsyncDisposable {
  readonly socket: string;
  readonly #server: Server;
  readonly #lines = new Set<Socket>();
  readonly #calls: Running[] = [];
  readonly #waiting: Array<(gate: Running) => void> = [];
  /** Where they wait; those in copies pass by themselves. */
  home: string | undefined;
  /** Every gate that ever ran, in the order they called in. */
  readonly names: string[] = [];
  #answer: number | undefined;

  private constructor(socket: string) {
    this.socket = socket;
    this.#server = createServer((line) => this.#take(line));
  }

  static async listen(socket: string): Promise<Gates> {
    const gates = new Gates(socket);
    await new Promise<void>((done) => gates.#server.listen(socket, done));
    return gates;
  }

  command(name: string): string[] {
    return [process.execPath, GATE, this.socket, name];
  }

  /** The next gate that runs and was not handed out yet. */
  next(): Promise<Running> {
    const first = this.#calls.shift();
    return first ? Promise.resolve(first) : new Promise((done) => this.#waiting.push(done));
  }

  /** Gates that run and nobody has asked for. */
  get unasked(): number {
    return this.#calls.length;
  }

  /** From now on every gate ends like this by itself. */
  answerAll(code: number | undefined): void {
    this.#answer = code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const line of this.#lines) line.destroy();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  #take(line: Socket): void {
    this.#lines.add(line);
    const gone = new Promise<void>((done) => line.once('close', () => done()));
    line.on('error', () => line.destroy());
    let text = '';
    line.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (!text.endsWith('\n')) return;
      const end = (code: number) => line.write(String(code));
      const gate: Running = { ...JSON.parse(text), end, gone };
      this.names.push(gate.name);
      if (this.#answer !== undefined) return end(this.#answer);
      if (this.home !== undefined && gate.cwd !== this.home) return end(0);
      const waiting = this.#waiting.shift();
      if (waiting) waiting(gate);
      else this.#calls.push(gate);
    });
  }
}
