import { describe, expect, it } from 'vitest'
import { maskOutcome } from './mask-output.ts'

const masked = (stdout: string, command = 'kubectl get pods') =>
  maskOutcome(command, { code: 0, stdout, stderr: '' }, { '/tmp/x1': '<home>' }).stdout

describe('maskOutcome', () => {
  it.each([
    {
      name: 'ages and column widths',
      text: 'web    2/2   10s\nother  1/1   3m2s',
      shown: 'web  2/2  <age>\nother  1/1  <age>',
    },
    { name: 'ages of whole minutes', text: 'web   2m\n', shown: 'web  <age>\n' },
    { name: 'no quantities', text: 'cpu: 100m', shown: 'cpu: 100m' },
    { name: 'versions', text: 'resourceVersion: "17"', shown: 'resourceVersion: "<version>"' },
    { name: 'versions in described objects', text: 'Resource Version:  17', shown: 'Resource Version:  <version>' },
    { name: 'times', text: '"2026-01-02T03:04:05Z"', shown: '"<time>"' },
    { name: 'no times that the session contains', text: '2019-01-02T03:04:05Z', shown: '2019-01-02T03:04:05Z' },
    { name: 'addresses', text: 'https://127.0.0.1:6443 10.0.0.7', shown: 'https://127.0.0.1:<port> <cluster address>' },
    { name: 'node ports', text: '80:31234/TCP', shown: '80:<node port>/TCP' },
    { name: 'words of the run', text: 'Config from /tmp/x1/kubeconfig', shown: 'Config from <home>/kubeconfig' },
    { name: 'generated names', text: 'configmap/generated-x7k2m', shown: 'configmap/generated-<5>' },
  ])('masks $name', ({ text, shown }) => {
    expect(masked(text)).toBe(shown)
  })

  it('reduces kubectl explain to its fields, without descriptions', () => {
    const text = `KIND:       Service
VERSION:    v1

FIELD: type <string>
ENUM:
    ClusterIP
    NodePort

DESCRIPTION:
    What it says of itself,
    at length.

FIELDS:
  kind	<string>
    More words.

  spec	<ServiceSpec> -required-
    Even more.
`
    expect(masked(text, 'kubectl explain service')).toBe(`KIND:  Service
VERSION:  v1
FIELD: type <string>
ENUM:
    ClusterIP
    NodePort
DESCRIPTION:
FIELDS:
  kind	<string>
  spec	<ServiceSpec> -required-`)
  })
})
