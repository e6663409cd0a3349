/**
 * A new cluster: the objects that kube-apiserver lists just after its start are those that ours creates.
 *
 * `KUBEWRIGHT_RECORD=1` updates the recording.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep, systemClock } from '@kubewright/core'
import { createAuthority } from '@kubewright/core/certificates'
import { describe, expect, it } from 'vitest'
import {
  bootRecording,
  listedKinds,
  maskItem,
  recordedHost,
} from '../../packages/apiserver/src/boot/testing/boot-recording.ts'
import { openRawApi, type RawApi } from '../../tools/kube-apiserver/raw-api.ts'
import { startRealServer } from '../../tools/kube-apiserver/start-real-server.ts'

async function listAll(api: RawApi, port: number): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {}
  for (const { collection, path } of listedKinds()) {
    const { items } = (await api.request(path)).body as { readonly items: readonly unknown[] }
    if (items.length > 0) found[collection] = items.map((item) => maskItem(item, port))
  }
  return found
}

/** Some objects appear only after /readyz succeeds. */
async function listSettled(api: RawApi, port: number): Promise<Record<string, readonly string[]>> {
  let latest = ''
  for (let round = 0; round < 60; round++) {
    const found = await listAll(api, port)
    const text = JSON.stringify(found)
    if (text === latest && found['endpointslices.discovery.k8s.io'] !== undefined) return found
    latest = text
    await sleep(systemClock, '500ms')
  }
  throw new Error('The server never came to rest.')
}

describe('new cluster of kube-apiserver', () => {
  it('contains the recorded objects', { timeout: 90_000 }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kubewright-boot-'))
    try {
      const authorityFile = join(directory, 'ca.crt')
      await writeFile(authorityFile, createAuthority({ name: 'clients' }).certificate)
      const flags = {
        'endpoint-reconciler-type': 'lease',
        'advertise-address': recordedHost,
        'client-ca-file': authorityFile,
      }
      await using server = await startRealServer({ flags })
      using api = openRawApi(server)
      const found = await listSettled(api, Number(new URL(server.url).port))
      if (process.env['KUBEWRIGHT_RECORD'] === '1') bootRecording.write(found)
      expect(found).toEqual(bootRecording.read())
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })
})
