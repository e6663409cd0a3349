/** Runs a program for the duration of a measurement, and ends it whatever happens. */
import type { BenchServer } from './bench-server.ts'
import type { Contender } from './contenders.ts'
import { type Launch, OperatorProcess, type Settings } from './operator-process.ts'

export type RunOptions = Omit<Settings, 'kubeconfig'>

export async function withOperator<T>(
  server: BenchServer,
  contender: Contender,
  options: RunOptions,
  use: (operator: OperatorProcess) => Promise<T>,
): Promise<T> {
  const operator = new OperatorProcess(contender, { kubeconfig: server.kubeconfig, ...options })
  try {
    const result = await use(operator)
    await operator.stop()
    return result
  } finally {
    await operator.kill()
  }
}

/**
 * The same for several processes, which `use` may start and stop on its own. Those that still run at the end are stopped. `launch`: another
 * command than the contender's.
 */
export async function withOperators<T>(
  server: BenchServer,
  contender: Contender,
  use: (start: (options: RunOptions, launch?: Launch) => OperatorProcess) => Promise<T>,
): Promise<T> {
  const started: OperatorProcess[] = []
  try {
    const result = await use((options, launch = contender) => {
      started.push(new OperatorProcess(launch, { kubeconfig: server.kubeconfig, ...options }))
      return started.at(-1)!
    })
    await Promise.all(started.filter(({ isRunning }) => isRunning).map((operator) => operator.stop()))
    return result
  } finally {
    await Promise.all(started.map((operator) => operator.kill()))
  }
}

/** A namespace for one run. Its objects are removed even if the run fails: the next one has to find the same server. */
export async function withNamespace<T>(
  server: BenchServer,
  namespace: string,
  use: () => Promise<T>,
  { labels, websites }: NamespaceOptions = {},
): Promise<T> {
  await server.createNamespace(namespace, labels)
  try {
    return await use()
  } finally {
    await server.observer.clear(namespace, websites)
  }
}

export interface NamespaceOptions {
  readonly labels?: Readonly<Record<string, string>>
  /** The observer's name for the Websites that are removed. @default 'websites' */
  readonly websites?: string
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The CPU time of operator and server since its creation. */
export class Expense {
  readonly #operator: OperatorProcess
  readonly #server: BenchServer
  readonly #from: { readonly operator: number; readonly server: number }

  constructor(operator: OperatorProcess, server: BenchServer) {
    this.#operator = operator
    this.#server = server
    this.#from = { operator: operator.cpuMs(), server: server.cpuMs() }
  }

  operatorMs(): number {
    return this.#operator.cpuMs() - this.#from.operator
  }

  serverMs(): number {
    return this.#server.cpuMs() - this.#from.server
  }
}
