/** The most letters of a device as forms name it: brand, a space and model (`modelLimits.name`), or a vendor. */
export const deviceNameMax = 121;
