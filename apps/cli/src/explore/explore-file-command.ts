/** An internal command: explores in a child process that can load TypeScript, and reports to its parent. */
import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StorySequence } from '@kubewright/dashboard/exploration'
import { defineCommand } from '../command/command.ts'
import type {
  ExplorationAnswer,
  ExplorationOrder,
  ExplorationProgress,
  ExplorationReport,
  ExplorationRequest,
} from './exploration-answer.ts'

export const exploreFileCommand = defineCommand({
  name: 'explore-file',
  summary: 'Used by `explore` to load and run an exploration.',
  args: [
    { name: 'FILE', help: 'The exploration.' },
    { name: 'REQUEST', help: 'The options of the run, as JSON.' },
  ],
  options: {},
  examples: [],
  async run({ args: [file = '', request = '{}'] }, { cwd }) {
    const asked = JSON.parse(request) as ExplorationRequest
    const stop = new AbortController()
    process.on('message', (message) => {
      const order = message as ExplorationOrder
      if (order.end === true) process.exit(1)
      if (order.stop === true) stop.abort()
    })
    // The parent is gone: exit, so that the processes of this exploration end too.
    process.once('disconnect', () => process.exit(1))
    const onProgress = (progress: ExplorationProgress) => void process.send?.({ progress })
    const answer = await exploreFile(resolve(cwd, file), asked, { onProgress, signal: stop.signal })
    await new Promise((sent) => process.send?.(answer, sent))
    process.disconnect?.()
    return 0
  },
})

/** The return value of `defineExploration`. The project brings the testing package, so its types are not imported. */
interface Explorable {
  readonly '~exploration': true
  /** Whether the operator is a separate process. */
  readonly '~process'?: true
  run(overrides: object): Promise<Report>
  replay(planFile: string): Promise<Report>
}

interface Report extends Omit<ExplorationReport, 'story' | 'failures'> {
  readonly failures: readonly Failure[]
  story(options?: { readonly full: boolean }): string
}

interface Failure {
  readonly oracle: string
  readonly message: string
  readonly times: number
  story(options?: { readonly full: boolean }): string
  /** Absent in older versions. */
  sequence?(): StorySequence
  planFile(): string
}

interface Listener {
  readonly onProgress: (progress: ExplorationProgress) => void
  readonly signal: AbortSignal
}

async function exploreFile(path: string, request: ExplorationRequest, listener: Listener): Promise<ExplorationAnswer> {
  try {
    const loaded = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { readonly default?: unknown }
    const exploration = loaded.default as Explorable | undefined
    if (exploration?.['~exploration'] !== true) return { problem: 'its default export is not an exploration' }
    if (request.process !== undefined && exploration['~process'] !== true)
      return { problem: 'it does not explore a process, so --process does not apply' }
    const report = await run(exploration, request, listener)
    return { report: plainReport(report, request) }
  } catch (error) {
    const { message, code, stack } = (error instanceof Error ? error : new Error(String(error))) as Error & {
      code?: string
    }
    return { error: { message, code, at: placeIn(dirname(path), stack) } }
  }
}

/** The first frame of a stack that is in the folder of the file. */
function placeIn(folder: string, stack = ''): string | undefined {
  const places = stack.split('\n').flatMap((line) => /((?:file:\/\/)?[\\/].*:\d+:\d+)\)?$/.exec(line.trim())?.[1] ?? [])
  const own = places.map((place) => place.replace(/^file:\/\//, '')).find((place) => place.startsWith(folder))
  return own === undefined ? undefined : relative(folder, own)
}

function run(
  exploration: Explorable,
  { seed, time, runs, strategies, coverage, plan, process: command }: ExplorationRequest,
  { onProgress, signal }: Listener,
): Promise<Report> {
  if (plan !== undefined) return exploration.replay(plan)
  const budget = { ...(time === undefined ? {} : { within: time }), ...(runs === undefined ? {} : { runs }) }
  return exploration.run({
    onProgress,
    signal,
    ...(seed === undefined ? {} : { seed }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...(strategies === undefined ? {} : { strategies }),
    ...(coverage === true ? { coverage } : {}),
    ...(command === undefined ? {} : { command }),
  })
}

function plainReport(report: Report, { full = false }: ExplorationRequest): ExplorationReport {
  const { seed, hash, runs, strategies, truncated, coverage } = report
  const failures = report.failures.map((failure) => {
    const { oracle, message, times } = failure
    return {
      oracle,
      message,
      times,
      story: failure.story(),
      fullStory: full ? failure.story({ full }) : undefined,
      planFile: failure.planFile(),
      sequence: failure.sequence?.(),
    }
  })
  const fullStory = full ? report.story({ full }) : undefined
  return { seed, hash, runs, strategies, truncated, coverage, failures, story: report.story(), fullStory }
}
