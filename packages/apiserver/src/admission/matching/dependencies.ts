/** Dependencies of dynamic admission on the server around it. */
import type { Ids } from '@kubewright/core/random'
import type { Authorize } from '../../auth/authorization.ts'
import type { KindRegistry } from '../../kinds/kind-registry.ts'
import type { KindShapes } from '../../managed-fields/kind-shapes.ts'
import type { WebhookTransport } from '../../outbound/webhook-transport.ts'
import type { Collection } from '../../storage/collection.ts'

export interface MatchDependencies {
  /** Finds the stored objects of a kind: configurations, policies, namespaces, parameters. */
  readonly collection: (group: string, plural: string) => Collection
  readonly kinds: KindRegistry
  /** Decides for the `authorizer` of expressions. Evaluation is synchronous, so a decision that is a promise counts as an error. */
  readonly authorize: Authorize
}

export interface WebhookDependencies extends MatchDependencies {
  readonly transport: WebhookTransport
  /** Source of the UIDs of reviews. */
  readonly ids: Ids
}

export interface PolicyDependencies extends MatchDependencies {
  /** Merge rules for the values of each kind. */
  readonly shapes: Pick<KindShapes, 'load' | 'of'>
}
