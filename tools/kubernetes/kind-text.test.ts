import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import { describe, expect, it } from 'vitest'
import type { DiscoveredResource } from './input.ts'
import { kindText } from './kind-text.ts'
import type { Kind } from './kinds.ts'

const metadata = { $ref: 'meta/v1.ObjectMeta', default: {} }

const definitions: Definitions = {
  'core/v1.NamespaceSpec': { type: 'object', properties: { finalizers: { type: 'array' } } },
  'apps/v1.DeploymentSpec': { type: 'object', required: ['selector'], properties: { selector: { type: 'string' } } },
  'meta/v1.ObjectMeta': { type: 'object' },
}

interface Case {
  readonly kind: string
  readonly module: string
  readonly properties: Record<string, Schema>
  readonly resource?: Partial<DiscoveredResource>
  readonly bodies?: Kind['bodies']
}

function textOf({ kind, module, properties, resource, bodies = [] }: Case): string {
  const definition = `${module}.${kind}`
  const schema: Schema = { type: 'object', properties: { metadata, ...properties } }
  const [group = '', version = ''] = module.replace('core', '').split('/')
  const defaults = {
    kind,
    plural: `${kind.toLowerCase()}s`,
    singular: kind.toLowerCase(),
    scope: 'Namespaced',
  } as const
  const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const
  return kindText(
    {
      group,
      version,
      kind,
      module,
      definition,
      schema,
      bodies,
      ...(resource && { resource: { ...defaults, verbs, ...resource } }),
    },
    { definitions: { ...definitions, [definition]: schema }, kinds: new Set([definition]) },
  )
}

describe('generated text of a kind', () => {
  it('contains a handle, the read type and the input type', () => {
    const text = textOf({
      kind: 'Deployment',
      module: 'apps/v1',
      properties: {
        spec: { $ref: 'apps/v1.DeploymentSpec', default: {} },
        status: { $ref: 'apps/v1.DeploymentStatus', default: {} },
      },
      resource: {
        shortNames: ['deploy'],
        subresources: [{ name: 'scale', group: '', version: '', kind: '', verbs: [] }],
      },
      bodies: [{ name: 'scale', definition: 'autoscaling/v1.Scale' }],
    })
    expect(text).toMatchInlineSnapshot(`
      "/** \`deployments\`, \`deploy\` in \`apps/v1\`, namespaced. */
      export const Deployment: BuiltIn<
        Deployment,
        DeploymentInput,
        DeploymentStatus,
        { readonly scale: SubresourceBody<Scale, ScaleInput> }
      > = /*#__PURE__*/ builtIn({
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        plural: 'deployments',
        scope: 'Namespaced',
        shortNames: ['deploy'],
        subresources: ['scale'],
      })

      export interface Deployment {
        readonly apiVersion: 'apps/v1'
        readonly kind: 'Deployment'
        readonly metadata: ObjectMeta
        readonly spec: DeploymentSpec
        readonly status?: DeploymentStatus | undefined
      }

      export interface DeploymentInput {
        readonly apiVersion?: 'apps/v1' | undefined
        readonly kind?: 'Deployment' | undefined
        readonly metadata: AuthoredMeta
        readonly spec: DeploymentSpec
      }
      "
    `)
  })

  it('has an optional spec in the input type if it may be empty, and a required one in the read type', () => {
    const properties = { spec: { $ref: 'core/v1.NamespaceSpec', default: {} } }
    const text = textOf({ kind: 'Namespace', module: 'core/v1', properties, resource: { scope: 'Cluster' } })
    expect(text.match(/.*spec.*/g)).toEqual([
      '  readonly spec: NamespaceSpec',
      '  readonly spec?: NamespaceSpec | undefined',
    ])
  })

  it('omits write-only fields from the read type', () => {
    const properties = { stringData: { type: 'string' } } as const
    const text = textOf({ kind: 'Secret', module: 'core/v1', properties, resource: {} })
    expect(text.match(/.*stringData.*/g)).toEqual(['  readonly stringData?: string | undefined'])
  })

  it('has no input type for a read-only kind', () => {
    const text = textOf({ kind: 'Health', module: 'core/v1', properties: {}, resource: { verbs: ['get', 'list'] } })
    expect(text).toContain('Health: BuiltIn<Health, never, never>')
    expect(text).not.toContain('HealthInput')
  })

  it('has optional metadata in the input type of a kind that is not stored', () => {
    const text = textOf({ kind: 'Review', module: 'core/v1', properties: {}, resource: { verbs: ['create'] } })
    expect(text).toContain("  verbs: ['create'],")
    expect(text.match(/.*metadata.*/g)).toEqual([
      '  readonly metadata: ObjectMeta',
      '  readonly metadata?: AuthoredMeta | undefined',
    ])
  })

  it('has no handle for a kind that is only a subresource body', () => {
    expect(textOf({ kind: 'Scale', module: 'autoscaling/v1', properties: {} })).not.toContain('export const')
  })
})
