/** A runner of programs that runs none: it records each call and returns the results of the test. */
import type { ProgramResult, ProgramRunner } from '../kernel/program-runner.ts'

export interface ProgramCall {
  /** Program and arguments: `ip link set dev kw0 up`. */
  readonly line: string
  readonly input: string
}

/** The result of a program; the default is success without output. */
export type Script = (call: ProgramCall) => Partial<ProgramResult>

export class ScriptedRunner implements ProgramRunner {
  readonly calls: ProgramCall[] = []
  readonly #script: Script

  constructor(script: Script = () => ({})) {
    this.#script = script
  }

  get lines(): readonly string[] {
    return this.calls.map(({ line }) => line)
  }

  async run(program: string, args: readonly string[], input = ''): Promise<ProgramResult> {
    const call = { line: [program, ...args].join(' '), input }
    this.calls.push(call)
    return { code: 0, stdout: '', stderr: '', ...this.#script(call) }
  }

  async follow(): Promise<void> {}
}
