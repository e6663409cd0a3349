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
  { name: 'its name is taken', pod: { containers: [{ ...main, name: 'probe' }] }, because: 'a container probe' },
  {
    name: 'an init container has its name',
    pod: { initContainers: [{ name: 'probe' }] },
    because: 'a container probe',
  },
  { name: 'its name is none', container: { name: 'Probe' }, because: 'the container name "Probe" is invalid' },
  { name: 'it has no image', container: { image: '' }, because: '"" is not an image' },
  { name: 'its image has a blank', container: { image: ' probe:1' }, because: '" probe:1" is not an image' },
  { name: 'its volume is taken', volumes: [{ name: 'data', emptyDir: {} }], because: 'the pod has a volume data' },
  { name: 'its ConfigMap is none', volumes: [{ name: 'c', configMap: { name: 'A_' } }], because: 'the ConfigMap name' },
  {
    name: 'its volume is missing',
    container: { volumeMounts: [{ name: 'x', mountPath: '/x' }] },
    because: 'no volume x',
  },
  {
    name: 'two volumes are at one place',
    container: { volumeMounts: [0, 1].map(() => ({ name: 'data', mountPath: '/data' })) },
    because: 'two volumes are mounted at "/data"',
  },
  { name: 'a label is none', container: { env: labelOf('a/b/c') }, because: 'the label key "a/b/c" is invalid' },
  { name: 'a Secret is none', container: { env: secretOf('Bad Name') }, because: 'the Secret name "Bad Name"' },
  {
    name: 'a Secret of all is none',
    container: { envFrom: [{ secretRef: { name: '' } }] },
    because: 'the Secret name ""',
  },
  { name: 'a variable is none', container: { env: [{ name: 'A=B' }] }, because: '"A=B" is not the name of a variable' },
  { name: 'its variables come from nowhere', container: { envFrom: [{ prefix: 'A_' }] }, because: 'envFrom needs' },
  {
    name: 'a prefix is none',
    container: { envFrom: [{ prefix: '=', secretRef: { name: 'a' } }] },
    because: '"=" is not the name of a variable',
  },
  { name: 'its port is taken on the node', pod: { hostNetwork: true }, because: 'port 8790/TCP' },
]

describe('a container that the API server', () => {
  const problemOf = ({ pod = {}, container = {}, volumes = [] }: Omit<Case, 'name'>) =>
    additionProblem({ ...spec, ...pod }, { container: { ...probe, ...container }, volumes })

  it.each(refused)('would refuse, because $name, is found before', ({ because, ...given }) => {
    expect(problemOf(given)).toContain(because)
  })

  it('accepts has no problem', () => {
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
