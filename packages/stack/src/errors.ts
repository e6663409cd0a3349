/** Every error of stacks. */
import { defineErrors } from '@kubewright/core/errors'

/** The errors of stacks by code, and their factory. */
export const stackErrors = defineErrors({
  KW_STACK_COMPONENT: {
    summary: 'A component of a stack cannot be deployed as it is declared.',
    cause:
      'A name, a port, a number of replicas or a duration is out of range, or two settings of the component exclude each other.',
    remedy:
      'Use documented values, for example `port: 8080`, `replicas: 2` or `replaceAfter: "5m"`, and only one of two settings that exclude each other.',
  },
  KW_STACK_NEEDS: {
    summary: 'Components of a stack need something that the stack does not have, or need each other in a cycle.',
    cause:
      '`needs` names a component that is not declared for this object, or a cycle of needs, which can never start.',
    remedy: 'Declare the missing component, or remove one of the needs of the cycle: `needs: []`.',
  },
  KW_STACK_KIND: {
    summary: 'A component is of a kind that the controller of the stack does not watch.',
    cause: 'A component made with `cascade` is of a kind that `kinds` of the stack does not list.',
    remedy: 'List the kind where the stack is defined: `defineStack({ kinds: [Database], … })`.',
  },
  KW_STACK_VERSIONS: {
    summary: 'The order of the versions of a stack is lost.',
    cause:
      'A version such as `2` is a whole number. JavaScript puts such keys before all others, wherever they are written.',
    remedy: "Write all versions with a dot: `versions: { '1.9': {}, '2.0': {} }`.",
  },
  KW_STACK_PROTOCOL: {
    summary: 'A management protocol does not fit the components of a stack.',
    cause: 'The topology lacks a node for a component, has one too many, or a state is not mapped.',
    remedy: 'Give the topology one node for each component, or leave `protocol` out to derive it from `needs`.',
  },
  KW_STACK_CONFIG: {
    summary: 'A preserved ConfigMap is missing, or is too large to be preserved.',
    cause: 'It has not existed since the stack was created, or its data does not fit into the status of the stack.',
    remedy: 'Create the ConfigMap that the message names; keep it below 256 KiB.',
  },
})
