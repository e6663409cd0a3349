/**
 * Profiles of the running process, in the formats of Chrome's developer tools: `/debug/cpu?seconds=10` and `/debug/heap?seconds=10`.
 * One at a time. Clients can slow the process down and inspect it, so profiling is off by default, and on the loopback unless
 * configured otherwise.
 */
import { Session } from 'node:inspector'
import { type Clock, sleep } from '@kubewright/core'
import { type Page, type Route, text } from './http/http-server.ts'

const longestSeconds = 120

export function profilingRoute(clock: Clock): Route {
  let isBusy = false
  return async ({ path, query }) => {
    const profile = profiles[path]
    if (profile === undefined) return undefined
    const seconds = Number(query.get('seconds') ?? '10')
    if (!(seconds > 0 && seconds <= longestSeconds)) return text(400, `Pass ?seconds=N, from 1 to ${longestSeconds}.\n`)
    if (isBusy) return text(409, 'Another profile is in progress; retry when it has finished.\n')
    isBusy = true
    try {
      return jsonPage(await take(profile, () => sleep(clock, seconds * 1_000)))
    } finally {
      isBusy = false
    }
  }
}

/** The V8 inspector commands that start and stop a profile. */
interface Profile {
  readonly begin: readonly string[]
  readonly end: string
}

const profiles: Readonly<Record<string, Profile>> = {
  '/debug/cpu': { begin: ['Profiler.enable', 'Profiler.start'], end: 'Profiler.stop' },
  '/debug/heap': { begin: ['HeapProfiler.enable', 'HeapProfiler.startSampling'], end: 'HeapProfiler.stopSampling' },
}

async function take({ begin, end }: Profile, wait: () => Promise<void>): Promise<unknown> {
  const session = new Session()
  session.connect()
  const post = (method: string) =>
    new Promise<unknown>((resolve, reject) => {
      session.post(method, (error, result) => (error === null ? resolve(result) : reject(error)))
    })
  try {
    for (const method of begin) await post(method)
    await wait()
    return ((await post(end)) as { readonly profile: unknown }).profile
  } finally {
    session.disconnect()
  }
}

function jsonPage(profile: unknown): Page {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(profile) }
}
