import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { crdsYaml } from './manifests.ts'

const deploy = (operator: string, file: string) =>
  readFileSync(join(import.meta.dirname, '../..', operator, 'deploy', file), 'utf8')

it('ships the definitions that the sources make', () => {
  expect(deploy('network-gateway', 'crds.yaml')).toBe(crdsYaml())
})

interface Rules {
  readonly kind: string
  readonly rules?: { resources: string[]; resourceNames?: string[]; verbs: string[] }[]
}

it('lets only gateways read Secrets, in their own namespace, and change only the one with the keys', () => {
  const of = (operator: string) =>
    parseAllDocuments(deploy(operator, 'rbac.yaml')).map((document) => document.toJS() as Rules)
  const secrets = (roles: Rules[]) =>
    roles.flatMap(({ kind, rules = [] }) =>
      rules.filter(({ resources }) => resources.includes('secrets')).map((rule) => ({ kind, ...rule })),
    )
  expect(secrets(of('network-route'))).toEqual([])
  expect(secrets(of('network-gateway')).map(({ kind }) => kind)).toEqual(['Role', 'Role', 'Role'])
  const changing = secrets(of('network-gateway')).filter(({ verbs }) => verbs.includes('update'))
  expect(changing.map(({ resourceNames }) => resourceNames)).toEqual([['kubewright-network-keys']])
})

it.each(['network-gateway', 'network-route'])(
  'runs %s with the name of its node and no more rights than it needs',
  (operator) => {
    const [document] = parseAllDocuments(deploy(operator, 'daemonset.yaml'))
    const text = JSON.stringify(document)
    expect(text).toContain('"fieldPath":"spec.nodeName"')
    expect(text).toContain('"drop":["ALL"],"add":["NET_ADMIN","NET_RAW"]')
  },
)
