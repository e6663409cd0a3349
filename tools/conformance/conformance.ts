/** The three modes of the suite: both servers side by side, recording the real one, and ours against the recording. */
import type { Case, Suite } from './case.ts'
import { type Difference, findDifference } from './difference.ts'
import { realTarget } from './real-target.ts'
import { readRecording, removeStale, scriptsOf, toRecorded, writeRecording } from './recording.ts'
import { runSuites, type Seen, setupId } from './run-suites.ts'
import { type LockStepOptions, type LockStepResult, runLockStep } from './sequences/lock-step.ts'
import type { Target } from './target.ts'
import { judge, type KnownDifference, type Verdict } from './verdict.ts'
import { startWebhookHost } from './webhook-host.ts'

export async function compareBoth(suites: readonly Suite[], known: readonly KnownDifference[]): Promise<Verdict> {
  const real = await askReal(suites)
  const { ourHttpsTarget } = await import('./our-targets.ts') // recording must work without our server
  const ours = await ask(await ourHttpsTarget(), suites)
  return judgeAll(suites, real, ours, known)
}

/**
 * Records the suites that run completely. Responses to a part of a suite are not recorded.
 *
 * @returns the cases that could not run
 */
export async function record(suites: readonly Suite[], all: readonly Suite[]): Promise<readonly string[]> {
  const seen = await askReal(suites)
  const isWhole = ({ section, topic, cases }: Suite) =>
    all.some((one) => one.section === section && one.topic === topic && one.cases.length === cases.length)
  await writeRecording(suites.filter(isWhole), seen)
  await removeStale(all)
  return [...seen].flatMap(([id, observations]) =>
    observations.flatMap((one) => (one !== null && 'failed' in one ? [`${id}: ${one.failed}`] : [])),
  )
}

export async function replay(suites: readonly Suite[], known: readonly KnownDifference[]): Promise<Verdict> {
  const { localTarget, ourHttpsTarget } = await import('./our-targets.ts')
  const inProcess = await ask(
    await localTarget(),
    only(suites, (one) => one.needsConnection !== true),
  )
  const connected = await ask(
    await ourHttpsTarget(),
    only(suites, (one) => one.needsConnection === true),
  )
  const ours = new Map([...connected, ...inProcess])
  const asRecorded = new Map(
    suites.flatMap(scriptsOf).map((script) => [script.id, toRecorded(ours.get(script.id) ?? [], script)]),
  )
  return judgeAll(suites, await readRecording(suites), asRecorded, known)
}

type SequenceOptions = Pick<LockStepOptions, 'seeds' | 'length' | 'isOver' | 'onProgress' | 'onDifference'> & {
  /** Compares two real servers, to show that the sequences are deterministic. */
  readonly isSelfCheck: boolean
}

/** Sends random sequences to both servers at the same time. */
export async function lockStep(
  suites: readonly Suite[],
  { isSelfCheck, ...options }: SequenceOptions,
): Promise<LockStepResult> {
  const suite = suites.find((one) => setupId(one) === '1.9 sequences')!
  const { ourHttpsTarget } = await import('./our-targets.ts')
  await using left = await realTarget()
  await using right = isSelfCheck ? await realTarget() : await ourHttpsTarget()
  return await runLockStep({ ...options, suite, left, right })
}

function only(suites: readonly Suite[], isWanted: (one: Case) => boolean): readonly Suite[] {
  return suites
    .map((suite) => ({ ...suite, cases: suite.cases.filter(isWanted) }))
    .filter(({ cases }) => cases.length > 0)
}

/** Most suites share one server with default settings. */
async function askReal(suites: readonly Suite[]): Promise<Seen> {
  const usual = await ask(
    await realTarget(),
    suites.filter((suite) => suite.wantsForgetfulServer !== true),
  )
  const others = suites.filter((suite) => suite.wantsForgetfulServer === true)
  return others.length === 0 ? usual : new Map([...usual, ...(await ask(await realTarget({ forgets: true }), others))])
}

async function ask(server: Target, suites: readonly Suite[]): Promise<Seen> {
  await using target = server
  await using host = await startWebhookHost()
  return await runSuites({ target, host }, suites)
}

type SeenByCase = ReadonlyMap<string, readonly unknown[] | undefined>

function judgeAll(
  suites: readonly Suite[],
  real: SeenByCase,
  ours: SeenByCase,
  known: readonly KnownDifference[],
): Verdict {
  const scripts = suites.flatMap(scriptsOf)
  const differences = scripts
    .map((script) => findDifference(script, real.get(script.id), ours.get(script.id)))
    .filter((difference): difference is Difference => difference !== undefined)
  return judge(
    scripts.map(({ id }) => id),
    differences,
    known,
  )
}
