/** Every error `kubernetes` can raise. */
import { defineErrors } from '@kubewright/core/errors'

export const kubernetesErrors = defineErrors({
  KW_KUBERNETES_GROUP_VERSION: {
    summary: 'The schemas of a group version cannot be loaded.',
    cause: 'It is not a built-in group version; custom kinds bring their own schema.',
    remedy: "Use a built-in one, such as { group: 'apps', version: 'v1' }.",
  },
  KW_KUBERNETES_DEFINITION: {
    summary: 'A `$ref` of a schema cannot be resolved.',
    cause: 'The group version that has the definition was not loaded, or the name does not exist.',
    remedy: 'Load the group version that the schema came from; its references are loaded with it.',
  },
})
