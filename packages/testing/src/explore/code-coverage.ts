/**
 * Which parts of the operator's own code ran, as the engine itself counts them: in the run without faults, and in those with
 * them. What ran in neither nobody has seen; what runs only when something goes wrong is what an exploration is for.
 */
import { existsSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { type CountedScript, type CoverageReport, coverageOf, type Source } from './covered-lines.ts'
import { isOwnCode } from './own-code.ts'
import { type StopIn, writtenSource } from './written-source.ts'

export interface CodeCoverage {
  /** Everything that ran since the beginning, or since the last time, counts as run without faults. */
  faultsBegin(): Promise<void>
  /** Stops counting. */
  stop(): Promise<CoverageReport>
}

/** Ours, Node's, and what was installed are not the operator's; nor are files of tests, which drive it. */
const others =
  /^(?:node:|evalmachine|\0|$)|[\\/]node_modules[\\/]|[\\/]apps[\\/]cli[\\/](?:src|dist)[\\/]|\.(?:test|spec|explore)\.[cm]?[jt]sx?(?:$|\?)/

/** @param isOperators by the address of a script */
export async function startCoverage(
  isOperators: (url: string) => boolean = (url) => !others.test(url) && !isOwnCode(url),
): Promise<CodeCoverage> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Debugger.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  let without: readonly CountedScript[] = []
  return {
    async faultsBegin() {
      without = await take(session, isOperators)
    },
    async stop() {
      // Counts begin anew each time they are taken.
      const withFaults = await take(session, isOperators)
      const sources = await sourcesOf(session, [...without, ...withFaults])
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
      return coverageOf(without, withFaults, sources)
    },
  }
}

async function take(session: Session, isOperators: (url: string) => boolean): Promise<readonly CountedScript[]> {
  const { result } = (await session.post('Profiler.takePreciseCoverage')) as { result: readonly CountedScript[] }
  return result.filter(({ url }) => isOperators(url))
}

async function sourcesOf(session: Session, scripts: readonly CountedScript[]): Promise<ReadonlyMap<string, Source>> {
  const sources = new Map<string, Source>()
  for (const { scriptId, url } of scripts) {
    if (sources.has(url)) continue
    const { scriptSource: text } = await session.post('Debugger.getScriptSource', { scriptId })
    sources.set(url, writtenSource(text, await stopsIn(session, scriptId), textOf))
  }
  return sources
}

function textOf(file: string): string | undefined {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/**
 * The engine counts nothing in functions that never ran and stand in a file that was loaded before. It does know where one could
 * stop: wherever that is not in the module itself is in a function.
 */
async function stopsIn(session: Session, scriptId: string): Promise<readonly StopIn[]> {
  const stops = async (from: Stop, restrictToFunction: boolean) => {
    const start = { scriptId, ...from }
    return (await session.post('Debugger.getPossibleBreakpoints', { start, restrictToFunction })).locations
  }
  const all = await stops({ lineNumber: 0, columnNumber: 0 }, false)
  let outside = new Set<string>()
  // Loaders put a module into a function of its own: then its statements are one level down.
  for (let [level, from]: [number, Stop | undefined] = [0, { lineNumber: 0, columnNumber: 0 }]; level < 2; level++) {
    if (from === undefined || outside.size > loaderStops) break
    outside = new Set([...outside, ...(await stops(from, true)).map(placeOf)])
    from = all.find((one) => !outside.has(placeOf(one)))
  }
  return all.map((one) => ({ ...one, isInFunction: !outside.has(placeOf(one)) }))
}

interface Stop {
  readonly lineNumber: number
  readonly columnNumber?: number | undefined
}

/** Of the function around a module there are no more statements than these. */
const loaderStops = 3

function placeOf({ lineNumber, columnNumber }: Stop): string {
  return `${lineNumber}:${columnNumber}`
}
