import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiServer } from '@kubewright/apiserver'
import { createClient } from '@kubewright/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../program.ts'
import { fakeTerminal } from '../testing/fake-terminal.ts'
import { diagnoseDefinitions, diagnosePermissions } from './cluster-health.ts'
import { diagnoseNode } from './machine.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubewright-doctor-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('kubewright doctor', () => {
  it('checks a reachable cluster', async () => {
    await using server = await startApiServer({ listen: { port: 0 } })
    await writeFile(join(folder, 'config'), server.endpoint!.kubeconfig())
    const terminal = fakeTerminal({ cwd: folder })
    expect(await runCommand(['doctor', '--kubeconfig', 'config'], terminal)).toBe(0)
    const [node, project, cluster, account] = terminal.written.stdout.split('\n')
    expect(node).toBe(`✓ node     ${process.versions.node}`)
    expect(project).toBe('- project  this folder has no kubewright.config.ts')
    expect(cluster).toMatch(/^✓ cluster {2}https:\/\/127\.0\.0\.1:\d+ is Kubernetes v1\./)
    expect(account).toBe('✓ account  kubernetes-admin')
  })

  it('reports what is wrong with an unusable kubeconfig, and the remedy', async () => {
    await writeFile(join(folder, 'config'), 'clusters: []')
    const terminal = fakeTerminal({ cwd: folder })
    expect(await runCommand(['doctor', '--kubeconfig', 'config', '--json'], terminal)).toBe(1)
    const { ok, diagnoses } = JSON.parse(terminal.written.stdout) as {
      ok: boolean
      diagnoses: { name: string; state: string }[]
    }
    expect(ok).toBe(false)
    expect(diagnoses.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'node fine',
      'project skipped',
      'cluster problem',
      'account skipped',
      'definitions skipped',
      'permissions skipped',
    ])
  })

  it.each([
    { version: '18.20.0', state: 'problem' },
    { version: '20.18.3', state: 'problem' },
    { version: '20.19.0', state: 'fine' },
    { version: '24.1.0', state: 'fine' },
  ])('rates Node $version as $state', ({ version, state }) => {
    expect(diagnoseNode(version).state).toBe(state)
  })
})

describe('the permission check of kubewright doctor', () => {
  it('asks the cluster as the current account', async () => {
    await using server = await startApiServer()
    const robot = { name: 'robot', groups: ['system:authenticated'] }
    await using client = createClient(server.transport({ user: robot }))
    const rules = [{ group: '', resource: 'pods/log', verbs: ['get'], namespace: 'web', because: ['why'] }]
    const { signal } = new AbortController()
    expect(await diagnosePermissions(client, { rules } as never, signal)).toMatchObject({
      state: 'warning',
      text: 'this account may not get pods/log',
    })
    const crds = [{ name: 'websites.web.example.dev' }]
    expect(await diagnoseDefinitions(client, { crds } as never, signal)).toMatchObject({ state: 'skipped' })
  })
})
