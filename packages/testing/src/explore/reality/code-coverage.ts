/**
 * Coverage of the operator's own code, counted by V8: in the run without faults, and in the runs with faults. Code that ran in neither is
 * untested; code that ran only with faults is the point of an exploration.
 */
import { existsSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { type CountedScript, type CoverageReport, coverageOf, type Source } from './covered-lines.ts'
import { isOwnCode } from './own-code.ts'
import { type StopIn, originalSource } from './original-source.ts'

export interface CodeCoverage {
  /** Call before the first fault: what ran until now counts as run without faults. */
  faultsBegin(): Promise<void>
  /** Stops counting, and reports. */
  stop(): Promise<CoverageReport>
}

/** Scripts that are not the operator's: Node's, Kubewright's, dependencies, and test files. */
const others =
  /^(?:node:|evalmachine|\0|$)|[\\/]node_modules[\\/]|[\\/]apps[\\/]cli[\\/](?:src|dist)[\\/]|\.(?:test|spec|explore)\.[cm]?[jt]sx?(?:$|\?)/

/** @param isOperators whether the script with this URL belongs to the operator */
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
      // Taking the coverage resets the counts.
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
    sources.set(url, originalSource(text, await stopsIn(session, scriptId), textOf))
  }
  return sources
}

function textOf(file: string): string | undefined {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/**
 * V8 reports no counts for functions that never ran in a file loaded before counting began. It does know the possible breakpoints: those
 * outside the module's top level are in a function.
 */
async function stopsIn(session: Session, scriptId: string): Promise<readonly StopIn[]> {
  const stops = async (from: Stop, restrictToFunction: boolean) => {
    const start = { scriptId, ...from }
    return (await session.post('Debugger.getPossibleBreakpoints', { start, restrictToFunction })).locations
  }
  const all = await stops({ lineNumber: 0, columnNumber: 0 }, false)
  let outside = new Set<string>()
  // Module loaders wrap a module in a function: its statements are then one level down.
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

/** The wrapper function of a loader has at most this many statements. */
const loaderStops = 3

function placeOf({ lineNumber, columnNumber }: Stop): string {
  return `${lineNumber}:${columnNumber}`
}
