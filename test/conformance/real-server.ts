/**
 * What a conformance test needs of the real API server: where it is, a raw connection to it, and a place of its own
 * in it. The server is shared by all files of a run, so a test works in a namespace, or with a group, of its own.
 */
import { nameSuffix } from '@kubewright/core'
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

/** Where the server of this run is. */
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

/** Makes a namespace and returns its name. It stays: nothing that would empty it runs beside the server. */
export async function createNamespace(api: RawApi, prefix: string): Promise<string> {
  const name = uniqueName(prefix)
  await expectStatus(api.request('/api/v1/namespaces', { method: 'POST', body: { metadata: { name } } }), 201)
  return name
}

/** The body of an answer that must have this status; the answer itself is in the message when it has not. */
export async function expectStatus<Body = unknown>(
  answer: Promise<{ readonly status: number; readonly body: unknown }>,
  status: number,
): Promise<Body> {
  const { status: actual, body } = await answer
  if (actual !== status) throw new Error(`The server answered ${actual}, not ${status}: ${JSON.stringify(body)}`)
  return body as Body
}
