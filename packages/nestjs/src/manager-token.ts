/** The injection token of the manager: `@Inject(KUBEWRIGHT_MANAGER)`. */
export const KUBEWRIGHT_MANAGER: unique symbol = Symbol('kubewright manager')
