import type { Container, PodSpec } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { additionProblem } from './addition-problem.ts'
import type { PodAdditions } from './sidecar.ts'

const main: Container = { name: 'main', image: 'main:1', ports: [{ containerPort: 8790 }] }
const spec: PodSpec = { containers: [main], volumes: [{ name: 'data', emptyDir: {} }] }
const probe: Container = { name: 'probe', image: 'probe:1', ports: [{ containerPort: 8790 }] }
const labelOf = (key: string) => [{ name: 'A', valueFrom: { fieldRef: { fieldPath: `metadata.labels['${key}']` } } }]
const secretOf = (name: string) => [{ name: 'A', valueFrom: { secretKeyRef: { name, key: 'a' } } }]

interface Case {
  readonly name: string
  readonly pod?: Partial<PodSpec>
  readonly container?: Partial<Container>
  readonly volumes?: PodAdditions['volumes']
}

const refused: readonly (Case & { readonly because: string })[] = [
  {
    name: 'its name is taken by another container',
    pod: { containers: [{ ...main, name: 'probe' }] },
    because: 'a container probe',
  },
  {
    name: 'its name is taken by an init container',
    pod: { initContainers: [{ name: 'probe' }] },
    because: 'a container probe',
  },
  { name: 'its name is invalid', container: { name: 'Probe' }, because: 'the container name "Probe" is invalid' },
  { name: 'it has no image', container: { image: '' }, because: '"" is not an image' },
  { name: 'its image contains a blank', container: { image: ' probe:1' }, because: '" probe:1" is not an image' },
  {
    name: 'its volume name is taken',
    volumes: [{ name: 'data', emptyDir: {} }],
    because: 'the pod already has a volume data',
  },
  {
    name: 'the name of its ConfigMap is invalid',
    volumes: [{ name: 'c', configMap: { name: 'A_' } }],
    because: 'the ConfigMap name',
  },
  {
    name: 'its volume does not exist',
    container: { volumeMounts: [{ name: 'x', mountPath: '/x' }] },
    because: 'no volume x',
  },
  {
    name: 'two volumes have the same mountPath',
    container: { volumeMounts: [0, 1].map(() => ({ name: 'data', mountPath: '/data' })) },
    because: 'two volumes are mounted at "/data"',
  },
  { name: 'a label key is invalid', container: { env: labelOf('a/b/c') }, because: 'the label key "a/b/c" is invalid' },
  {
    name: 'the name of a Secret is invalid',
    container: { env: secretOf('Bad Name') },
    because: 'the Secret name "Bad Name"',
  },
  {
    name: 'the name of a Secret in envFrom is invalid',
    container: { envFrom: [{ secretRef: { name: '' } }] },
    because: 'the Secret name ""',
  },
  {
    name: 'the name of a variable is invalid',
    container: { env: [{ name: 'A=B' }] },
    because: '"A=B" is not the name of a variable',
  },
  { name: 'envFrom has no source', container: { envFrom: [{ prefix: 'A_' }] }, because: 'envFrom needs' },
  {
    name: 'the prefix in envFrom is invalid',
    container: { envFrom: [{ prefix: '=', secretRef: { name: 'a' } }] },
    because: '"=" is not the name of a variable',
  },
  { name: 'its hostPort is taken', pod: { hostNetwork: true }, because: 'port 8790/TCP' },
]

describe('problems of an injected container that the API server would refuse', () => {
  const problemOf = ({ pod = {}, container = {}, volumes = [] }: Omit<Case, 'name'>) =>
    additionProblem({ ...spec, ...pod }, { container: { ...probe, ...container }, volumes })

  it.each(refused)('are found before the injection: $name', ({ because, ...given }) => {
    expect(problemOf(given)).toContain(because)
  })

  it('are not reported for a valid container', () => {
    const container = {
      env: [...labelOf('example.dev/a'), ...secretOf('a.b'), { name: 'B', value: '=' }],
      volumeMounts: [
        { name: 'data', mountPath: '/data' },
        { name: 'more', mountPath: '/more' },
      ],
    }
    expect(problemOf({ container, volumes: [{ name: 'more', configMap: { name: 'more.x' } }] })).toBeUndefined()
  })
})
