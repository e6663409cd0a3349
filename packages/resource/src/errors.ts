/** Every error `resource` can raise. */
import { defineErrors } from '@kubewright/core/errors'

export const resourceErrors = defineErrors({
  KW_RESOURCE_DEFINITION: {
    summary: 'The definition of a resource has the wrong shape.',
    cause: 'A key is misspelled, missing, or has a value of another type.',
    remedy:
      'Correct the listed keys. The required ones are `{ group, version, kind, scope, spec }`; `details.problems` has them as data.',
  },
  KW_RESOURCE_NAME: {
    summary: 'A resource has an invalid name.',
    cause: 'The group, version, kind, plural or another name breaks a rule of Kubernetes.',
    remedy:
      'Correct the listed names: a group is a domain such as `web.example.dev`, a version `v1alpha1`, a kind `Website`; `details.problems` has them as data.',
  },
  KW_RESOURCE_SCHEMA: {
    summary: 'The schema of a resource cannot become a CRD.',
    cause:
      'The zod schema uses a feature that the API server cannot enforce, so the CRD would accept more than the types.',
    remedy: 'Change the fields that the message lists as it says; `details.problems` has them as data.',
  },
  KW_RESOURCE_PATH: {
    summary: 'A column, scale or selectable field of a resource has an invalid path.',
    cause: 'The path leads to no field of the schema, or to a field of an unsuitable type.',
    remedy: 'Correct the listed paths: they start with a dot and name fields of the schema, such as `.spec.replicas`.',
  },
  KW_RESOURCE_VERSION: {
    summary: 'A resource has no such version.',
    cause: 'The version is misspelled, or was removed from the definition.',
    remedy: 'Use one of the versions that the message lists.',
  },
  KW_RESOURCE_INVALID: {
    summary: 'An object does not match the schema of its resource.',
    cause: 'A field is missing, has the wrong type, or a value that the schema rejects.',
    remedy:
      'Correct the listed fields: each is listed with its path and the value it must have; `details.problems` has them as data.',
  },
  KW_RESOURCE_CONVERSION: {
    summary: 'The CRD of a resource with several versions cannot be generated.',
    cause: 'The conversion webhook has no address, and without a webhook the API server would drop fields.',
    remedy: "Pass `crd({ conversion: { service } })`, or `conversion: 'none'` if all versions have the same fields.",
  },
  KW_RESOURCE_CONVERT: {
    summary: 'An object cannot be converted to another version.',
    cause: 'It is of another group or kind, its version is unknown, or a conversion function threw.',
    remedy: 'Pass an object of this kind. If a conversion function threw, `cause` has its error.',
  },
})
