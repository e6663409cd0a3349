/** Every error of stacks. */
import { defineErrors } from '@kubewright/core/errors'

/** The errors of stacks by code, and their factory. */
export const stackErrors = defineErrors({
  KW_STACK_COMPONENT: {
    summary: 'A component of a stack cannot be deployed as it is declared.',
    cause:
      'A name, a port, a number of replicas or a duration is not valid, two settings of the component exclude each other, two components would create the same object, or a variable refers to a Secret value that no component declares.',
    remedy:
      'Use documented values, for example `port: 8080`, `replicas: 2` or `replaceAfter: "5m"`, and only one of two settings that exclude each other. Give each component a name of its own, and declare the values of `fromSecret` in `secrets`.',
  },
  KW_STACK_NEEDS: {
    summary: 'Components of a stack need something that the stack does not have, or need each other in a cycle.',
    cause:
      '`needs` names a component that is not declared for this object, or the needs form a cycle, so no component can start first.',
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
    summary: 'A preserved ConfigMap cannot be restored.',
    cause: 'Its content differs from the preserved copy, and `immutable: true` forbids a change.',
    remedy: 'Delete the ConfigMap; the operator recreates it with the preserved data.',
  },
})
