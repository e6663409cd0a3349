/** Kinds that a program does not use cost nothing in a bundle. */
import { fileURLToPath } from 'node:url'
import { servedGroups } from '@kubewright/kubernetes/discovery'
import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

function bundle(contents: string, external: string[] = []) {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents, resolveDir: root },
    bundle: true,
    external,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@kubewright/source'],
    absWorkingDir: root,
  })
  return { text: outputFiles[0]!.text, inputs: Object.keys(metafile.inputs).filter((path) => path !== '<stdin>') }
}

describe('bundle of a program that uses Deployment', () => {
  const { text } = bundle(`import { Deployment } from '@kubewright/kubernetes'\nconsole.log(Deployment)`)

  it('contains Deployment and no other kind', () => {
    const kinds = servedGroups.flatMap(({ versions }) => versions.flatMap(({ resources }) => resources))
    const found = kinds.map(({ resource }) => resource.kind).filter((kind) => text.includes(`kind: "${kind}"`))
    expect(found).toEqual(['Deployment'])
  })

  it('is smaller than two kilobytes', () => {
    expect(text.length).toBeLessThan(2048)
  })
})

it('@kubewright/kubernetes: a group-version path loads its own module only', () => {
  const { inputs } = bundle(`export { Deployment } from '@kubewright/kubernetes/apps/v1'`)
  expect(inputs.sort()).toEqual(['packages/kubernetes/src/built-in.ts', 'packages/kubernetes/src/generated/apps/v1.ts'])
})

it('@kubewright/kubernetes: kinds load no schemas', () => {
  const { inputs } = bundle(`export * from '@kubewright/kubernetes'`)
  expect(inputs.filter((path) => path.includes('schema') || !path.startsWith('packages/kubernetes/'))).toEqual([])
})

describe('bundle of a program that uses a schema of a built-in type', () => {
  const zod = ['zod']
  const size = (name: string, module: string) =>
    bundle(`import { ${name} } from '@kubewright/kubernetes/schemas/${module}'\nconsole.log(${name}())`, zod).text
      .length

  it('contains that schema and its parts only', () => {
    const { text } = bundle(
      `import { toleration } from '@kubewright/kubernetes/schemas/core/v1'\nconsole.log(toleration())`,
      zod,
    )
    expect(text).toContain('tolerationSeconds')
    expect(text).not.toContain('containerPort')
  })

  it('grows with the schemas it uses', () => {
    const [small, large] = [size('toleration', 'core/v1'), size('podTemplateSpec', 'core/v1')]
    expect(large - small).toBeGreaterThan(20_000)
    expect(large - small).toBeLessThan(100_000)
  })
})
