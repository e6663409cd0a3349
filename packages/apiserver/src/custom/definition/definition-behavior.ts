/** The behavior of the CustomResourceDefinition kind. Its validation is loaded with the first definition. */
import type { KindBehavior } from '../../built-in/kind-behavior.ts'
import type { Draft } from '../../object/draft.ts'
import { setCondition } from './conditions.ts'
import { cleanupFinalizer, isTerminating, specOf, statusOf, storageVersionOf } from './definition.ts'

export const customResourceDefinition: KindBehavior = {
  fill(definition) {
    const spec = specOf(definition)
    const names = (spec.names ??= {})
    names.singular ||= (names.kind ?? '').toLowerCase()
    if (names.kind) names.listKind ||= `${names.kind}List`
    spec.conversion ??= { strategy: 'None' }
    const service = spec.conversion.webhook?.clientConfig?.service
    if (service !== undefined) service.port ??= 443
    if ((statusOf(definition).storedVersions ?? []).length === 0) addStoredVersion(definition)
  },
  prepareForCreate(definition) {
    definition['status'] = {}
    addStoredVersion(definition)
  },
  prepareForUpdate: addStoredVersion,
  validate: async (definition) => (await checks()).definitionProblems(definition),
  validateUpdate: async (definition, old) => (await checks()).definitionUpdateProblems(definition, old),
  status: { validateUpdate: async (definition) => (await checks()).statusProblems(definition) },
  warnings: async (definition, old) => (await import('./format-warnings.ts')).formatWarnings(definition, old),
  deletion: {
    // The first deletion only marks the definition, which waits for its instances.
    isHeld: (definition) => !isTerminating(definition),
    mark: markTerminating,
  },
}

const checks = () => import('./check-definition.ts')

/** Records the storage version. A version stays recorded until a client removes it. */
function addStoredVersion(definition: Draft): void {
  const version = storageVersionOf(definition)
  const status = statusOf(definition)
  const { storedVersions = [] } = status
  if (version !== undefined && !storedVersions.includes(version)) status.storedVersions = [...storedVersions, version]
}

/** The state after the first deletion, regardless of the propagation policy. */
function markTerminating(definition: Draft): void {
  const { metadata } = definition
  metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), cleanupFinalizer])]
  delete metadata.deletionGracePeriodSeconds
  metadata.generation = metadata.generation! - 1
  setCondition(
    definition,
    {
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    },
    metadata.deletionTimestamp!,
  )
}
