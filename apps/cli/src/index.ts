/** The kubewright command. In the making: nothing here is promised yet. */
export {}
