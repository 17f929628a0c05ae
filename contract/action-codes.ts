/**
 * The three-digit action codes of the card network: what they say in both languages and what to do
 * (rules S8). A code that is not here has an empty description and the action Unknown.
 */
type Action = 'Approve' | 'Decline' | 'Re-enter transaction' | 'Unknown';

export interface ActionCode {
  readonly en: string;
  readonly ar: string;
  readonly action: Action;
}

const decline = (en: string, ar: string): ActionCode => ({ en, ar, action: 'Decline' });
const approve = (en: string, ar: string): ActionCode => ({ en, ar, action: 'Approve' });

export const actionCodes: Readonly<Record<string, ActionCode>> = {
  '000': approve('Approved', 'مقبولة'),
  '001': approve('Approved, check cardholder identity', 'مقبولة مع التحقق من الهوية'),
  '003': approve('Approved (VIP)', 'مقبولة (عميل مميز)'),
  '007': approve('Approved, chip update script included', 'مقبولة مع تحديث الشريحة'),
  '087': approve('Approved offline (chip)', 'مقبولة بدون اتصال (الشريحة)'),
  '089': approve('Could not go online, approved offline (chip)', 'تعذر الاتصال، مقبولة بدون اتصال (الشريحة)'),
  '100': decline('Do not honour', 'لا تقبل'),
  '101': decline('Card expired', 'البطاقة منتهية الصلاحية'),
  '102': decline('Suspected fraud', 'اشتباه باحتيال'),
  '103': decline('Merchant to contact acquirer', 'يتصل التاجر بالبنك المستحوذ'),
  '104': decline('Restricted card', 'بطاقة مقيدة'),
  '105': decline('Merchant to call acquirer security', 'يتصل التاجر بأمن البنك المستحوذ'),
  '106': decline('PIN tries exceeded', 'تجاوز عدد محاولات الرقم السري'),
  '107': decline('Refer to card issuer', 'راجع مصدر البطاقة'),
  '108': decline('Refer to card issuer, special conditions', 'راجع مصدر البطاقة (شروط خاصة)'),
  '109': decline('Invalid merchant', 'تاجر غير صالح'),
  '110': decline('Invalid amount', 'مبلغ غير صالح'),
  '111': decline('Invalid card number', 'رقم البطاقة غير صالح'),
  '112': decline('PIN required', 'الرقم السري مطلوب'),
  '114': decline('No account of that type', 'لا يوجد حساب من هذا النوع'),
  '115': decline('Function not supported', 'العملية غير مدعومة'),
  '116': decline('Insufficient funds', 'الرصيد غير كاف'),
  '117': decline('Wrong PIN', 'الرقم السري غير صحيح'),
  '118': decline('No card record', 'لا يوجد سجل للبطاقة'),
  '119': decline('Not allowed for this cardholder', 'العملية غير مسموحة لحامل البطاقة'),
  '120': decline('Not allowed on this terminal', 'العملية غير مسموحة لهذا الجهاز'),
  '121': decline('Over the withdrawal amount limit', 'تجاوز حد المبلغ'),
  '122': decline('Security violation', 'مخالفة أمنية'),
  '123': decline('Over the withdrawal count limit', 'تجاوز عدد العمليات المسموح'),
  '125': decline('Card not active yet', 'البطاقة غير مفعلة'),
  '126': decline('Invalid PIN block', 'كتلة الرقم السري غير صالحة'),
  '127': decline('PIN length wrong', 'طول الرقم السري غير صحيح'),
  '128': decline('PIN key out of sync', 'خطأ مزامنة مفتاح الرقم السري'),
  '129': decline('Suspected counterfeit card', 'اشتباه بتزوير البطاقة'),
  '182': decline('Invalid date', 'تاريخ غير صالح'),
  '183': decline('Cryptographic error in PIN or CVV', 'خطأ تشفير في الرقم السري أو رمز الأمان'),
  '184': decline('Wrong CVV', 'رمز الأمان غير صحيح'),
  '185': decline('PIN could not be verified', 'تعذر التحقق من الرقم السري'),
  '187': decline(
    'Original transaction not found (refund or pre-auth follow-up)',
    'العملية الأصلية غير موجودة',
  ),
  '188': decline('Declined offline', 'مرفوضة بدون اتصال'),
  '190': decline('Could not go online, declined offline', 'تعذر الاتصال، مرفوضة بدون اتصال'),
  '195': decline('Single transaction amount over limit', 'مبلغ العملية يتجاوز الحد'),
  '196': decline('Cumulative contactless limit exceeded', 'تجاوز الحد التراكمي للدفع بدون تلامس'),
  '197': decline('Card differs from the original transaction', 'البطاقة مختلفة عن العملية الأصلية'),
  '198': decline('Refund is larger than the original', 'مبلغ الاسترداد أكبر من العملية الأصلية'),
  '199': decline('Outside the mada time limit (refund or pre-auth follow-up)', 'تجاوز المدة المسموحة من مدى'),
  '200': decline('Do not honour (keep card)', 'لا تقبل'),
  '201': decline('Card expired (keep card)', 'البطاقة منتهية الصلاحية'),
  '202': decline('Suspected fraud (keep card)', 'اشتباه باحتيال'),
  '203': decline('Merchant to contact acquirer (keep card)', 'يتصل التاجر بالبنك المستحوذ'),
  '204': decline('Restricted card (keep card)', 'بطاقة مقيدة'),
  '205': decline('Merchant to call acquirer security (keep card)', 'يتصل التاجر بأمن البنك المستحوذ'),
  '206': decline('PIN tries exceeded (keep card)', 'تجاوز عدد محاولات الرقم السري'),
  '207': decline('Special conditions', 'شروط خاصة'),
  '208': decline('Lost card', 'بطاقة مفقودة'),
  '209': decline('Stolen card', 'بطاقة مسروقة'),
  '210': decline('Suspected counterfeit card (keep card)', 'اشتباه بتزوير البطاقة'),
  '300': approve('Successful (file action)', 'ناجحة'),
  '400': approve('Accepted (reversal)', 'مقبولة (عكس العملية)'),
  '480': decline('Reversal: original not found', 'عكس العملية: الأصل غير موجود'),
  '481': decline('Reversal: original found but was declined', 'عكس العملية: الأصل مرفوض'),
  '500': approve('Reconciled, in balance', 'موازنة مكتملة، متوازنة'),
  '501': decline('Reconciled, out of balance', 'موازنة غير متوازنة'),
  '800': approve('Accepted (network management)', 'مقبولة (إدارة الشبكة)'),
  '888': decline('Unknown error', 'خطأ غير معروف'),
  '902': decline('Invalid transaction', 'عملية غير صالحة'),
  '903': { en: 'Re-enter transaction', ar: 'أعد إدخال العملية', action: 'Re-enter transaction' },
  '904': decline('Format error', 'خطأ في التنسيق'),
  '906': decline('Cutover in progress', 'جاري تحويل اليوم المالي'),
  '907': decline('Issuer or switch not working', 'مصدر البطاقة أو المقسم معطل'),
  '908': decline('No route to destination', 'تعذر توجيه العملية'),
  '909': decline('System malfunction', 'عطل في النظام'),
  '910': decline('Issuer signed off', 'مصدر البطاقة غير متصل'),
  '911': decline('Issuer timed out', 'انتهت مهلة مصدر البطاقة'),
  '912': decline('Issuer unavailable', 'مصدر البطاقة غير متاح'),
  '913': decline('Duplicate transmission', 'إرسال مكرر'),
  '914': decline('Original transaction not traceable', 'تعذر الوصول للعملية الأصلية'),
  '915': decline('Reconciliation cutover or checkpoint error', 'خطأ في نقطة التحقق للموازنة'),
  '916': decline('MAC incorrect', 'رمز التحقق من الرسالة غير صحيح'),
  '917': decline('MAC key out of sync', 'خطأ مزامنة مفتاح التحقق'),
  '918': decline('No communication keys available', 'لا توجد مفاتيح اتصال متاحة'),
  '919': decline('Encryption key out of sync', 'خطأ مزامنة مفتاح التشفير'),
  '920': decline('Security module error, try again', 'خطأ أمني، حاول مرة أخرى'),
  '921': decline('Security module error, no action', 'خطأ أمني، لا إجراء'),
  '922': decline('Message out of sequence', 'رقم الرسالة خارج التسلسل'),
  '923': decline('Request in progress', 'الطلب قيد التنفيذ'),
  '940': decline('Unknown terminal', 'جهاز غير معروف'),
  '942': decline('Invalid reconciliation date', 'تاريخ الموازنة غير صالح'),
};

const unknownActionCode: ActionCode = { en: '', ar: '', action: 'Unknown' };

export const explainActionCode = (code: string): ActionCode => actionCodes[code] ?? unknownActionCode;
