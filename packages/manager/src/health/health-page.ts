/**
 * `/healthz` and `/readyz` in the format of Kubernetes components: `ok`, or the list of failures. `?verbose` lists every check,
 * `?exclude=name` skips checks, `/readyz/name` runs one. JSON is returned to clients that accept it.
 */
import type { Page, PageRequest, Route } from '../http/http-server.ts'
import { text } from '../http/http-server.ts'
import type { CheckResult, HealthChecks } from './health-check.ts'

/** Serves `checks` at `/name`, and each of them below it. */
export function healthRoute(name: string, checks: HealthChecks): Route {
  const base = `/${name}`
  return async (request) => {
    const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path
    if (path === base) return healthPage(name, await checks.run(wanted(request, checks)), request)
    if (!path.startsWith(`${base}/`)) return undefined
    const one = decode(path.slice(base.length + 1))
    if (!checks.names.includes(one)) return text(404, `There is no check named ${JSON.stringify(one)}.\n`)
    return healthPage(`${name}/${one}`, await checks.run([one]), request)
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function wanted({ query }: PageRequest, checks: HealthChecks): readonly string[] {
  const excluded = new Set(query.getAll('exclude'))
  return checks.names.filter((name) => !excluded.has(name))
}

function healthPage(name: string, results: readonly CheckResult[], { query, accept }: PageRequest): Page {
  const isWell = results.every((one) => one.isWell)
  const status = isWell ? 200 : 500
  if (accept?.includes('application/json')) {
    const body = { status: isWell ? 'ok' : 'failed', checks: results }
    return { status, contentType: 'application/json', body: `${JSON.stringify(body)}\n` }
  }
  if (isWell && !query.has('verbose')) return text(200, 'ok\n')
  const lines = results.map(lineOf)
  return text(status, [...lines, `${name} check ${isWell ? 'passed' : 'failed'}`, ''].join('\n'))
}

function lineOf({ name, isWell, why, note }: CheckResult): string {
  if (!isWell) return `[-]${name} failed: ${why}`
  return note === undefined ? `[+]${name} ok` : `[+]${name} ok, but ${note}`
}
