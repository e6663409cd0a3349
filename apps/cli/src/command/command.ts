/** The definition of a `kubewright` command: its arguments, its help and its action. See decision 0121. */
import type { Terminal } from '../terminal/terminal.ts'
import type { ExitCode } from './exit-code.ts'

export interface Option {
  readonly type: 'boolean' | 'string'
  readonly help: string
  /** The placeholder of its value in the help: `FILE`. */
  readonly takes?: string
  readonly default?: string
}

export type Options = Readonly<Record<string, Option>>

export interface Argument {
  /** The placeholder in the help: `DIR`, `KIND`. */
  readonly name: string
  readonly help: string
  readonly isOptional?: boolean
  /** The accepted words, if limited. */
  readonly choices?: readonly string[]
}

export interface Example {
  readonly line: string
  readonly says: string
}

/** The parsed and validated command line. */
export interface Input<O extends Options = Options> {
  readonly options: OptionValues<O>
  readonly args: readonly string[]
  /** The arguments after `--`. */
  readonly rest: readonly string[]
  /** Whether the result is written as JSON. */
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
  /** Further paragraphs of the help. */
  readonly details?: string
  readonly args?: readonly Argument[]
  /** The placeholder in the help of the arguments after `--`: `COMMAND …`. */
  readonly rest?: string
  readonly options: O
  readonly examples: readonly Example[]
  /** Failure: rejects with an error; `main` turns it into a message and an exit code. */
  run(input: Input<O>, terminal: Terminal): Promise<ExitCode>
}

/** Declares a command. The types of its options are inferred from their table. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command as unknown as Command
}
