/** The files of a controller or webhook that is added to a project. Pure. */
import { withArticle } from '../scaffold/kind-names.ts'
import type { FoundKind } from './found-kind.ts'

export interface AddedPart {
  /** The file name without its extension: `website-admission`. */
  readonly name: string
  /** The exported name: `websiteAdmission`. */
  readonly identifier: string
  readonly kind: FoundKind
}

export function controllerFile({ name, identifier, kind: { kind, from } }: AddedPart): string {
  return `import { defineController, done } from 'kubewright'
${importOf(kind, from)}

/** Reconciles every ${kind}. Describe the desired state here. */
export const ${identifier} = defineController({
  name: '${name}',
  for: ${kind},

  async reconcile(object, ctx) {
    ctx.log.info('reconciled', { generation: object.metadata.generation })
    return done()
  },
})
`
}

export function controllerTestFile({ name, identifier, kind }: AddedPart): string {
  return `import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { ${identifier} } from './${name}.ts'
${importOf(kind.kind, kind.from)}

it('reconciles every ${kind.kind} once, and not again without a change', async () => {
  await using cluster = await startCluster({ resources: [${kind.kind}] })
  await using running = await cluster.run(${identifier})

  await cluster.client.create(${kind.kind}, ${sampleText(kind, 'first')})
  await cluster.settle()
  expect(running.reconciles).toBe(1)
})
`
}

/** @param operator completes the name of a webhook for a built-in kind, which has no domain of its own */
export function webhookFile({ name, identifier, kind: { kind, from } }: AddedPart, operator: string): string {
  const named = from.startsWith('.') ? '' : `  name: '${name}.${operator}.example.dev',\n`
  return `import { defineAdmission, problem } from 'kubewright'
${importOf(kind, from)}

/** Rules that the schema of ${withArticle(kind)} cannot express. Pure: test it by calling it, or on a cluster. */
export function problemsOf({ metadata }: { readonly metadata: { readonly name?: string } }) {
  return metadata.name?.startsWith('bad-') ? [problem('metadata.name', 'begins with "bad-"; put your rule here')] : []
}

export const ${identifier} = defineAdmission({
  for: ${kind},
${named}  validate: {
    create: (object) => problemsOf(object),
    // Accept updates of an object that is being deleted: finalizers are removed by updates.
    update: (next) => (next.metadata.deletionTimestamp === undefined ? problemsOf(next) : []),
  },
})
`
}

export function webhookTestFile({ name, identifier, kind }: AddedPart): string {
  return `import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { ${identifier} } from './${name}.ts'
${importOf(kind.kind, kind.from)}

it('rejects ${withArticle(kind.kind)} that breaks a rule', async () => {
  await using cluster = await startCluster({ resources: [${kind.kind}], webhooks: [${identifier}] })
  await cluster.client.create(${kind.kind}, ${sampleText(kind, 'good')})
  const created = cluster.client.create(${kind.kind}, ${sampleText(kind, 'bad-one')})
  await expect(created).rejects.toThrow('metadata.name')
})
`
}

function importOf(kind: string, from: string): string {
  return `import { ${kind} } from '${from}'`
}

function sampleText({ sample, isNamespaced }: FoundKind, name: string): string {
  const metadata = isNamespaced ? `{ name: '${name}', namespace: 'default' }` : `{ name: '${name}' }`
  return `{ metadata: ${metadata}, spec: ${literal(sample?.spec ?? {})} }`
}

/** A value as a TypeScript literal. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([key, one]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key)}: ${literal(one)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
