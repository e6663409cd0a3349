/** Which parts of the operator's own code no run came to, as the engine itself counts them. */
import { Session } from 'node:inspector/promises'
import type { CoverageReport } from './report.ts'

export interface CodeCoverage {
  stop(): Promise<CoverageReport>
}

/** Ours, Node's, and what was installed are not the operator's. */
const others = /^(?:node:|evalmachine|$)|[\\/]node_modules[\\/]|[\\/]packages[\\/][\w-]+[\\/](?:src|dist)[\\/]/

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

interface ScriptCoverage {
  readonly scriptId: string
  readonly url: string
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly Range[] }[]
}

export async function startCoverage(): Promise<CodeCoverage> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Debugger.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async stop() {
      const { result } = (await session.post('Profiler.takePreciseCoverage')) as { result: readonly ScriptCoverage[] }
      const scripts = result.filter(({ url }) => !others.test(url))
      const reports = []
      for (const script of scripts) {
        const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId: script.scriptId })
        reports.push(reportOf(script, scriptSource))
      }
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
      return { files: reports.map(({ file }) => file), missed: reports.flatMap(({ missed }) => missed) }
    },
  }
}

function reportOf({ url, functions }: ScriptCoverage, source: string) {
  const name = url.split('/').at(-1)!.replace(/\?.*$/, '')
  const ran = functions.filter(({ ranges }) => ranges[0]!.count > 0)
  // A function that never ran may belong to a module that was loaded for something else: only its name is told.
  const missed = functions.flatMap(({ functionName, ranges }) =>
    ranges
      .filter(({ count }) => count === 0)
      .map(({ startOffset }) => `${name}: ${functionName || 'a function'}, "${lineAt(source, startOffset)}"`),
  )
  return { file: { file: name, covered: ran.length, total: functions.length }, missed }
}

function lineAt(source: string, offset: number): string {
  const rest = source.slice(offset).trimStart()
  const line = rest.slice(0, rest.indexOf('\n') < 0 ? undefined : rest.indexOf('\n')).trim()
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
