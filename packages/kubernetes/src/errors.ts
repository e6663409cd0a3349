/** Every error `kubernetes` can raise. */
import { defineErrors } from '@kubewright/core'

export const kubernetesErrors = defineErrors({
  KW_KUBERNETES_GROUP_VERSION: {
    summary: 'The schemas of a group version could not be loaded.',
    cause: 'It is not one of the group versions Kubernetes serves by default; custom kinds bring their own schema.',
    remedy: "Name one that is built in, such as { group: 'apps', version: 'v1' }.",
  },
  KW_KUBERNETES_DEFINITION: {
    summary: 'A reference inside a schema could not be followed.',
    cause: 'The group version that owns the definition was not loaded, or the name was made up.',
    remedy: 'Load the group version the schema came from: its references are loaded with it.',
  },
})
