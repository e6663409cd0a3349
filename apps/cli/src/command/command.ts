/** What a command of `kubewright` is: its arguments, its help, and what it does. */
import type { Terminal } from '../terminal/terminal.ts'
import type { ExitCode } from './exit-code.ts'

export interface Option {
  readonly type: 'boolean' | 'string'
  readonly help: string
  /** What stands for its value in the help: `FILE`. */
  readonly takes?: string
  readonly default?: string
}

export type Options = Readonly<Record<string, Option>>

export interface Argument {
  /** In the help: `DIR`, `KIND`. */
  readonly name: string
  readonly help: string
  readonly isOptional?: boolean
  /** What it may be, if it is one of a few words. */
  readonly choices?: readonly string[]
}

export interface Example {
  readonly line: string
  readonly says: string
}

/** What was typed, checked against what the command takes. */
export interface Input<O extends Options = Options> {
  readonly options: OptionValues<O>
  readonly args: readonly string[]
  /** What follows `--`. */
  readonly rest: readonly string[]
  /** Whether the result is for a program. */
  readonly isJson: boolean
}

export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { readonly type: 'boolean' }
    ? boolean
    : O[Name] extends { readonly default: string }
      ? string
      : string | undefined
}

export interface Command<O extends Options = Options> {
  readonly name: string
  /** One sentence. */
  readonly summary: string
  /** What the help says beside that. */
  readonly details?: string
  readonly args?: readonly Argument[]
  /** What may follow `--`, in the help: `COMMAND …`. */
  readonly rest?: string
  readonly options: O
  readonly examples: readonly Example[]
  /** Failure: rejects with what could not be done; `main` turns it into a message and an exit code. */
  run(input: Input<O>, terminal: Terminal): Promise<ExitCode>
}

/** Declares a command; its options' types follow from their table. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command
}
