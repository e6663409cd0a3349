/** What a program pays for the kinds it does not use: nothing in a bundle, and only its own modules without one. */
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

describe('a bundle of a program that uses Deployment', () => {
  const { text } = bundle(`import { Deployment } from '@kubewright/kubernetes'\nconsole.log(Deployment)`)

  it('has Deployment and no other kind', () => {
    const kinds = servedGroups.flatMap(({ versions }) => versions.flatMap(({ resources }) => resources))
    const found = kinds.map(({ resource }) => resource.kind).filter((kind) => text.includes(`kind: "${kind}"`))
    expect(found).toEqual(['Deployment'])
  })

  it('is smaller than two kilobytes', () => {
    expect(text.length).toBeLessThan(2048)
  })
})

it('loads for a group version that module alone', () => {
  const { inputs } = bundle(`export { Deployment } from '@kubewright/kubernetes/apps/v1'`)
  expect(inputs.sort()).toEqual(['packages/kubernetes/src/built-in.ts', 'packages/kubernetes/src/generated/apps/v1.ts'])
})

it('loads no schema with the kinds', () => {
  const { inputs } = bundle(`export * from '@kubewright/kubernetes'`)
  expect(inputs.filter((path) => path.includes('schema') || !path.startsWith('packages/kubernetes/'))).toEqual([])
})

describe('a bundle of a program that uses a schema of a built-in type', () => {
  const zod = ['zod']
  const size = (name: string, module: string) =>
    bundle(`import { ${name} } from '@kubewright/kubernetes/schemas/${module}'\nconsole.log(${name}())`, zod).text
      .length

  it('has that schema and those below it, and no other', () => {
    const { text } = bundle(
      `import { toleration } from '@kubewright/kubernetes/schemas/core/v1'\nconsole.log(toleration())`,
      zod,
    )
    expect(text).toContain('tolerationSeconds')
    expect(text).not.toContain('containerPort')
  })

  it('pays for what it uses', () => {
    const [small, large] = [size('toleration', 'core/v1'), size('podTemplateSpec', 'core/v1')]
    expect(large - small).toBeGreaterThan(20_000)
    expect(large - small).toBeLessThan(100_000)
  })
})
