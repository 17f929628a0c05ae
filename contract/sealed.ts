import * as z from 'zod';

/** What is encrypted before it is sent: base64 of an RSA-OAEP (SHA-1) ciphertext under the sign-in key. */
export const sealed = z
  .string()
  .max(700)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);
