/** Reads request bodies and writes JSON responses. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '@kubewright/client'
import { isKubewrightError } from '@kubewright/core'
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { dashboardErrors } from './errors.ts'

/** An object in etcd is at most 1.5 MiB. */
const mostBytes = 2 * 1_024 * 1_024

/** Failure: `KW_DASHBOARD_REQUEST` if the body is not a JSON object, or too large. */
export async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw unreadable('it is larger than two megabytes')
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (isJsonObject(value as never)) return value as JsonObject
  } catch {
    // Reported below, together with other invalid bodies.
  }
  throw unreadable('it is not a JSON object')
}

function unreadable(why: string): Error {
  return dashboardErrors('KW_DASHBOARD_REQUEST', {
    what: 'read the body of the request',
    why,
    next: 'Send a JSON object.',
  })
}

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value))
}

/** The error for the page to show: never a stack. */
export function answerError(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const code = isKubewrightError(error) ? { code: error.code } : {}
  if (response.headersSent) response.destroy()
  else answerJson(response, statusOf(error), { message, ...code })
}

function statusOf(error: unknown): number {
  if (isKubewrightError(error, 'KW_DASHBOARD_REQUEST')) return 400
  if (isKubewrightError(error, 'KW_DASHBOARD_NOT_ALLOWED')) return 403
  if (error instanceof ApiError && error.status !== undefined && error.status >= 400) return error.status
  return isKubewrightError(error) ? 422 : 500
}
