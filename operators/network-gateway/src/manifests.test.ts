import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  addressController,
  announceGateway,
  gatewayController,
  type NodeAgentOptions,
  type NodeHost,
  nodeAgent,
  peeringController,
} from '@kubewright/network'
import type { Controller } from 'kubewright'
import { requiredRules } from 'kubewright/manager/permissions'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { crdsYaml } from './manifests.ts'

const deploy = (operator: string, file: string) =>
  readFileSync(join(import.meta.dirname, '../..', operator, 'deploy', file), 'utf8')

it('crds.yaml contains the CRDs generated from the sources', () => {
  expect(deploy('network-gateway', 'crds.yaml')).toBe(crdsYaml())
})

interface Rules {
  readonly kind: string
  readonly rules?: { apiGroups: string[]; resources: string[]; resourceNames?: string[]; verbs: string[] }[]
}

const rolesOf = (operator: string) =>
  parseAllDocuments(deploy(operator, 'rbac.yaml')).map((document) => document.toJS() as Rules)

/** An agent without one of these permissions is never ready. */
it.each([
  ['network-route', [agentOf({})]],
  ['network-gateway', [agentOf({ loadKeys: async () => undefined }), ...leading()]],
])('the manifests of %s grant what its controllers require', (operator, controllers) => {
  const granted = rolesOf(operator).flatMap(({ kind, rules = [] }) => (kind === 'ClusterRole' ? rules : []))
  const isGranted = (group: string, resource: string, verb: string) =>
    granted.some(
      (rule) => rule.apiGroups.includes(group) && rule.resources.includes(resource) && rule.verbs.includes(verb),
    )
  const missing = requiredRules(controllers).flatMap(({ group, resource, verbs }) =>
    verbs.filter((verb) => !isGranted(group, resource, verb)).map((verb) => `${verb} ${resource}`),
  )
  expect(missing).toEqual([])
})

function agentOf(more: Pick<NodeAgentOptions, 'loadKeys'>): Controller {
  const host = { kernel: {}, runner: {}, wireguard: {} } as unknown as NodeHost
  return nodeAgent({ node: 'a', ...host, ...more }).controller
}

function leading(): Controller[] {
  const gateway = gatewayController({ node: 'a' })
  return [gateway, peeringController({ announce: announceGateway }), addressController()]
}

it('only gateways may read Secrets, in their own namespace, and change only the one with the keys', () => {
  const secrets = (roles: Rules[]) =>
    roles.flatMap(({ kind, rules = [] }) =>
      rules.filter(({ resources }) => resources.includes('secrets')).map((rule) => ({ kind, ...rule })),
    )
  expect(secrets(rolesOf('network-route'))).toEqual([])
  expect(secrets(rolesOf('network-gateway')).map(({ kind }) => kind)).toEqual(['Role', 'Role', 'Role'])
  const changing = secrets(rolesOf('network-gateway')).filter(({ verbs }) => verbs.includes('update'))
  expect(changing.map(({ resourceNames }) => resourceNames)).toEqual([['kubewright-network-keys']])
})

it('the patch for user-space WireGuard fits the DaemonSet', () => {
  interface Pod {
    spec: {
      template: {
        spec: {
          containers: { name: string; env: { name: string; value?: string }[]; volumeMounts: { name: string }[] }[]
          volumes: { name: string }[]
        }
      }
    }
  }
  const read = (file: string) =>
    (parseAllDocuments(deploy('network-gateway', file))[0]!.toJS() as Pod).spec.template.spec
  const [whole, patch] = [read('daemonset.yaml'), read('wireguard-go.patch.yaml')]
  const [container] = patch.containers
  expect(container!.name).toBe(whole.containers[0]!.name)
  expect(container!.volumeMounts.map(({ name }) => name)).toEqual(patch.volumes.map(({ name }) => name))
  const names = whole.containers[0]!.env.map(({ name }) => name)
  expect(container!.env).toEqual([{ name: 'WIREGUARD', value: 'user-space' }])
  expect(names).toContain('WIREGUARD')
})

it.each(['network-gateway', 'network-route'])(
  'the DaemonSet of %s has its node name and only the capabilities NET_ADMIN and NET_RAW',
  (operator) => {
    const [document] = parseAllDocuments(deploy(operator, 'daemonset.yaml'))
    const text = JSON.stringify(document)
    expect(text).toContain('"fieldPath":"spec.nodeName"')
    expect(text).toContain('"drop":["ALL"],"add":["NET_ADMIN","NET_RAW"]')
  },
)

// iptables-legacy opens it for writing before every change, and the root of the container is read-only.
it.each(['network-gateway', 'network-route'])(
  'the DaemonSet of %s mounts the iptables lock of the node',
  (operator) => {
    const text = deploy(operator, 'daemonset.yaml')
    const [, volume] = /\{ name: (\S+), mountPath: \/run\/xtables\.lock \}/.exec(text) ?? []
    const { volumes } = (parseAllDocuments(text)[0]!.toJS() as { spec: { template: { spec: { volumes: object[] } } } })
      .spec.template.spec
    expect(volumes).toContainEqual({ name: volume, hostPath: { path: '/run/xtables.lock', type: 'FileOrCreate' } })
  },
)
