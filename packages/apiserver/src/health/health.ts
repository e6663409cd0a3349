/**
 * The health endpoints `/healthz` (the oldest), `/livez` (restart the server if it fails) and `/readyz` (route requests
 * elsewhere if it fails). Each runs its checks by name. The reason of a failure is shown only to callers who may request
 * the individual check.
 */
import type { ServerRequest, ServerResponse } from '../request/exchange.ts'
import { answer } from '../rendering/encode.ts'

export const healthEndpoints = ['healthz', 'livez', 'readyz'] as const
export type HealthEndpoint = (typeof healthEndpoints)[number]

export interface HealthCheck {
  /** `etcd`, `poststarthook/rbac/bootstrap-roles`. */
  readonly name: string
  /** Endpoints that include it. @default all three */
  readonly at?: readonly HealthEndpoint[]
  /** Throws, or rejects, with the problem. */
  check(): void | Promise<void>
}

/** Passes as long as the server answers. */
const ping: HealthCheck = { name: 'ping', check: () => {} }

export class Health {
  readonly #checks: HealthCheck[] = [ping]

  add(check: HealthCheck): void {
    this.#checks.push(check)
  }

  /** The checks of an endpoint, in the order of its output. */
  checksOf(endpoint: HealthEndpoint): readonly HealthCheck[] {
    return this.#checks.filter(({ at = healthEndpoints }) => at.includes(endpoint))
  }

  /** @param name of one check, or empty for all of them; returns `undefined` if there is no such check */
  async serve(endpoint: HealthEndpoint, name: string, request: ServerRequest): Promise<ServerResponse | undefined> {
    if (name === '') return this.#serveAll(endpoint, request.query)
    const check = this.checksOf(endpoint).find((one) => one.name === name)
    if (check === undefined) return undefined
    const problem = await problemOf(check)
    return problem === undefined ? answer(200, 'ok', plainText) : failure(`internal server error: ${problem}`)
  }

  async #serveAll(endpoint: HealthEndpoint, query: URLSearchParams): Promise<ServerResponse> {
    const checks = this.checksOf(endpoint)
    const excluded = new Set(query.getAll('exclude').filter((name) => name !== ''))
    const lines: string[] = []
    let isWell = true
    for (const check of checks) {
      if (excluded.has(check.name)) {
        lines.push(`[+]${check.name} excluded: ok`)
        continue
      }
      const problem = await problemOf(check)
      lines.push(problem === undefined ? `[+]${check.name} ok` : `[-]${check.name} failed: reason withheld`)
      isWell &&= problem === undefined
    }
    const unknown = [...excluded].filter((name) => !checks.some((check) => check.name === name)).sort()
    if (unknown.length > 0) lines.push(`warn: some health checks cannot be excluded: no matches for ${quoted(unknown)}`)
    // A failure always includes the list, so that no second request is needed.
    if (!isWell) return failure(`${lines.join('\n')}\n${endpoint} check failed`)
    const text = query.has('verbose') ? `${lines.join('\n')}\n${endpoint} check passed\n` : 'ok'
    return unsniffed(answer(200, text, plainText))
  }
}

const plainText = 'text/plain; charset=utf-8'

/** The problem as a message; `undefined` if the check passes. */
export async function problemOf(asked: HealthCheck): Promise<string | undefined> {
  try {
    await asked.check()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function failure(text: string): ServerResponse {
  return unsniffed(answer(500, `${text}\n`, plainText))
}

function unsniffed(response: ServerResponse): ServerResponse {
  return { ...response, headers: { ...response.headers, 'x-content-type-options': 'nosniff' } }
}

function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(',')
}
