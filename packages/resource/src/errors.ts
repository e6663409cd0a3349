/** Every error `resource` can raise. */
import { defineErrors } from '@kubewright/core'

export const resourceErrors = defineErrors({
  KW_RESOURCE_DEFINITION: {
    summary: 'A resource could not be defined because its definition does not have the form of one.',
    cause:
      'A key is misspelled, missing, or holds something of another type. Without the compiler this comes out here.',
    remedy: 'Correct the keys listed in the message; `details.problems` has them as data.',
  },
  KW_RESOURCE_NAME: {
    summary: 'A resource could not be defined because of its names.',
    cause: 'The group, version, kind, plural or another name breaks a rule of Kubernetes.',
    remedy: 'Correct the names listed in the message; `details.problems` has them as data.',
  },
  KW_RESOURCE_SCHEMA: {
    summary: 'A resource could not be defined because of its schema.',
    cause:
      'The zod schema uses something the API server could not enforce, so the CRD would promise less than the types.',
    remedy: 'Change the fields listed in the message as it says; `details.problems` has them as data.',
  },
  KW_RESOURCE_PATH: {
    summary: 'A resource could not be defined because of a column, scale or selectable field.',
    cause: 'A path does not lead to a field of the schema, or the field has a type that will not do there.',
    remedy: 'Correct the paths listed in the message; they start with a dot, such as `.spec.replicas`.',
  },
  KW_RESOURCE_VERSION: {
    summary: 'A version of a resource was asked for that it does not have.',
    cause: 'The name is misspelled, or the version was removed from the definition.',
    remedy: 'Use one of the versions listed in the message.',
  },
  KW_RESOURCE_INVALID: {
    summary: 'An object does not fit its resource.',
    cause: 'A field is missing, has the wrong type, or a value the schema refuses.',
    remedy: 'Correct the fields listed in the message; `details.problems` has them as data.',
  },
  KW_RESOURCE_CONVERSION: {
    summary: 'The CRD of a resource with several versions could not be written.',
    cause: 'Nothing says where the conversion webhook is, and without one the API server would drop fields.',
    remedy: "Pass `crd({ conversion: { service } })`, or `conversion: 'none'` if all versions have the same fields.",
  },
  KW_RESOURCE_CONVERT: {
    summary: 'An object could not be converted to another version.',
    cause: 'It is of another group or kind, its version is unknown, or a conversion function failed.',
    remedy: 'Give an object of this kind; if a conversion function threw, the cause says where.',
  },
})
