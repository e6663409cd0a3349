/** What everything that is configured at run time needs of the server around it. */
import type { Ids } from '@kubewright/core'
import type { Authorize } from '../../auth/authorization.ts'
import type { KindRegistry } from '../../kinds/kind-registry.ts'
import type { KindShapes } from '../../managed-fields/kind-shapes.ts'
import type { WebhookTransport } from '../../outbound/webhook-transport.ts'
import type { Collection } from '../../storage/collection.ts'

export interface MatchDependencies {
  /** Where the objects of a kind lie: configurations, policies, namespaces, parameters. */
  readonly collection: (group: string, plural: string) => Collection
  readonly kinds: KindRegistry
  /** Decides for the `authorizer` of expressions, which cannot wait: a decision that is a promise counts as an error. */
  readonly authorize: Authorize
}

export interface WebhookDependencies extends MatchDependencies {
  readonly transport: WebhookTransport
  /** Where the identities of reviews come from. */
  readonly ids: Ids
}

export interface PolicyDependencies extends MatchDependencies {
  /** How values of each kind merge. */
  readonly shapes: Pick<KindShapes, 'load' | 'of'>
}
