/** The variables of policy expressions for a write, except the parameter. */
import type { ServedKind } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import type { Attributes } from '../../kinds/admission.ts'
import { Activation } from '../expressions/activation.ts'
import { authorizersFor } from '../expressions/authorizers.ts'
import { admissionCircumstances, admissionRequest } from '../matching/admission-request.ts'
import type { MatchDependencies } from '../matching/dependencies.ts'
import { namespaceObjectOf } from '../matching/namespace-object.ts'
import type { Shown } from '../matching/shown-objects.ts'
import type { Activate } from './judgement.ts'

export interface Activating {
  readonly attributes: Attributes
  readonly version: ServedKind
  readonly shown: Shown
  readonly dependencies: MatchDependencies
}

/** Failure: a 404 if the namespace of the write does not exist. */
export function activator({
  attributes,
  version,
  shown,
  dependencies,
}: Activating): (params: Draft | null) => Activate {
  const namespaceObject = namespaceObjectOf(attributes, dependencies)
  const request = { ...admissionRequest(attributes, version), ...admissionCircumstances(attributes) }
  const authorizers = authorizersFor(attributes, dependencies.authorize)
  return (params) =>
    ({ variables, hasAuthorizer }) =>
      new Activation({
        ...shown,
        request,
        namespaceObject,
        params,
        ...(variables === undefined ? {} : { variables }),
        ...(hasAuthorizer ? { authorizers } : {}),
      })
}
