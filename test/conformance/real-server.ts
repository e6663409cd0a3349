/**
 * Access to the real API server for conformance tests: its address, a raw connection, and unique names. All files of a run
 * share the server, so a test uses its own namespace or group.
 */
import { nameSuffix } from '@kubewright/core/random'
import { inject } from 'vitest'
import type { Access } from '../../tools/kube-apiserver/kubeconfig.ts'
import type { Programs } from '../../tools/kube-apiserver/programs.ts'
import { openRawApi, type RawApi } from '../../tools/kube-apiserver/raw-api.ts'

export type { RawApi, RawRequest, RawResponse } from '../../tools/kube-apiserver/raw-api.ts'

export interface RealServerAddress extends Access {
  readonly kubeconfigPath: string
  readonly programs: Programs
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly realServer: RealServerAddress
  }
}

/** The address of the server of this run. */
export function realServer(): RealServerAddress {
  return inject('realServer')
}

/** A raw connection as a member of `system:masters`. */
export function openRealApi(): RawApi {
  return openRawApi(realServer())
}

/** A name no other test uses: `prefix-x7k2m`. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${nameSuffix(8)}`
}

/** Creates a namespace and returns its name. It is never deleted: no controller would empty it. */
export async function createNamespace(api: RawApi, prefix: string): Promise<string> {
  const name = uniqueName(prefix)
  await expectStatus(api.request('/api/v1/namespaces', { method: 'POST', body: { metadata: { name } } }), 201)
  return name
}

/** The body of a response that must have this status; otherwise the error contains the response. */
export async function expectStatus<Body = unknown>(
  answer: Promise<{ readonly status: number; readonly body: unknown }>,
  status: number,
): Promise<Body> {
  const { status: actual, body } = await answer
  if (actual !== status) throw new Error(`The server answered ${actual}, not ${status}: ${JSON.stringify(body)}`)
  return body as Body
}
