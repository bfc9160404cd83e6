/** The agreement of customers who are US persons, in the version of 29 November 2026. */
import type { AgreementDocument } from './agreement.ts'

export const usAgreement: AgreementDocument = {
  kind: 'us',
  version: '2026-11-29',
  title: 'Customer Agreement for US customers',
  dated: '12 AUG 2021',
  lastUpdated: '29 NOV 2026',
  sections: [
    {
      id: 'parties',
      label: '1 · Parties and definitions',
      paragraphs: [
        'This agreement is between Parley US, Inc., the US entity of the Parley group (“Parley”, “we”), and the firm or person in whose name a desk is opened on the platform (the “Customer”, “you”). It is dated 12 AUG 2021 and was amended on 29 NOV 2026. It binds each person from the day on which that person accepts it, and the Customer from the day on which the first of its people accepts it.',
        'This agreement is for US persons: people and firms that live or are established in the United States, Guam, American Samoa, the Northern Mariana Islands, Puerto Rico or the US Virgin Islands. Other customers have a separate agreement with Parley Singapore Pte. Ltd., the Singapore affiliate of the group.',
        'US customers stay on the US entity. They are not yet eligible to become customers of the Singapore affiliate, or to use the products that only the affiliate offers, such as Global RFQ. We will notify desk administrators if this changes. Until then, we close any account that a US person has opened with another entity of the group as soon as we learn of it.',
        'The “platform” is the web application, the programming interface (API) and everything that belongs to them. A “desk” is the part of the Customer that trades under one name and ticker. A “User” is any person who is signed in for a desk. A “clearing venue” is an exchange or clearing house that executes and clears trades agreed on the platform. The “services” are what the platform does: it delivers requests for quotes and the responses to them, records what was agreed, and sends instructions to settle.',
        'Parley is not your broker, futures commission merchant, adviser, agent, custodian or counterparty. We pass messages between desks and keep a record of them. We hold no money or assets for you, and we do not advise you on whether to trade. Headings are for convenience only.',
      ],
    },
    {
      id: 'access',
      label: '2 · Access and conduct',
      paragraphs: [
        'You may use the platform for your own business: for your own account, or for funds and accounts that you are authorised to manage. You may not sell, lend or transfer your access.',
        'We may deny, suspend or revoke the access of the Customer, of a desk or of a single User at any time. In particular, we may do so if the law, a regulator or a clearing venue requires it, if a confirmation in section 5 or in the annex is no longer true, if we suspect misuse or a stolen password, or to protect the platform. Trades that were already agreed remain binding, and we will help to settle them.',
        'You must use the platform fairly and follow the clearing venue’s rules on block trades and on the negotiations that precede them. Do not request quotes that you do not intend to consider, do not send quotes that you do not intend to honour, do not arrange trades to create a false impression of the market, and do not trade with yourself.',
        'You must not overload the platform, try to bypass its limits, access information that is not intended for you, or copy the platform in order to build another one.',
        'Passwords, codes, passkeys and API keys are secret. Only the person or the system for which they were created may use them. You are responsible for everything done with them until you have notified us, or have ended the session or revoked the key on the platform.',
        'We keep records of all activity on the platform, including who did what, when and from where, for as long as the rules of the markets require. You agree that these records may be used as evidence, and that we may give them to any authority that is entitled to request them.',
      ],
    },
    {
      id: 'authorized-users',
      label: '3 · Authorized Users',
      paragraphs: [
        'The Customer decides who acts on its behalf. An Authorized User is a person to whom the Customer has given access and who can bind the Customer: a request, quote, acceptance or cancellation by an Authorized User is an act of the Customer. A view-only user can see what the desk sees but cannot trade. The platform also has users who are admitted to bid in the auctions of decentralized options vaults (each a “DOV user”). Those auctions are not among the products covered by this agreement.',
        'Each desk names at least one desk administrator. The desk administrator adds and removes Authorized Users and view-only users, and decides which other desks the desk is willing to negotiate with. Two desks can negotiate only once both have approved each other. The Customer may remove a person at any time, with immediate effect.',
        'The desk administrator is also the contact for legal notices. A notice that we send to the desk administrator is a notice to the Customer.',
        'Each person joins in their own name, with their own email address and password, and accepts this agreement both for themselves and for the Customer. The Customer must make sure that each of its Users is an adult, holds the registrations that their work requires, and knows the terms of this agreement. When a new version has to be accepted, we notify the desk administrator, who must make sure that it is.',
        'In a negotiation, the desk that requests a quote is the taker and the desk that responds is the maker. The taker confirms the maker’s terms. With that confirmation the trade is agreed between the two desks.',
      ],
    },
    {
      id: 'products',
      label: '4 · Products',
      paragraphs: [
        'The services under this agreement cover products that are executed and cleared at a venue that is permitted to offer them to US persons (the “US cleared products”). To use them you must be eligible at the clearing venue, either as its member or participant, or as a customer of a clearing member that carries your account and has agreed to clear the trade.',
        'The conditions for the US cleared products are in the annex, which is part of this agreement. You must also meet the conditions of the clearing venue and of your clearing member. If you no longer meet a condition, you must stop using the product immediately and notify us promptly.',
        'We may add, change or withdraw products. We give reasonable notice of a change that makes a product less valuable to you, unless a venue or an authority leaves us no time. The prices, marks and other figures that the platform shows come from venues and from models. They are for information only, can be late or wrong, and are not an offer from us.',
        'Trading options and futures on digital assets can cost you the whole amount that you invest, and more. You confirm that you understand these risks, that you can bear them, and that you rely on your own judgement or on advisers of your choice.',
      ],
    },
    {
      id: 'restricted-persons',
      label: '5 · Restricted persons',
      paragraphs: [
        'We do not offer the services under this agreement to the following persons. They may not use the platform under it, for themselves or through others:',
        '- persons who are not US persons (if they are eligible, they can become customers of the Singapore affiliate);',
        '- sanctioned parties: persons and firms on a sanctions list that applies to you, to us or to a clearing venue, and persons and firms that they own or control;',
        '- persons who live in, are established in or act from a sanctioned jurisdiction;',
        '- persons whom a court, a regulator or a clearing venue has barred from trading.',
        'By accepting this agreement you confirm that none of these descriptions applies to you. You repeat this confirmation on each day on which you use the services. You must not hide your location. If a sign-in appears to come from a place that we do not serve, we may refuse it, or allow only a small number of requests.',
        'We may ask you to prove that a confirmation is true, and you must respond within a reasonable time. If a confirmation is no longer true, you must stop using the services and notify us immediately.',
        'You must comply with the laws against money laundering, the financing of terrorism, bribery, fraud and market manipulation that apply to you.',
      ],
    },
    {
      id: 'settlement',
      label: '6 · Settlement',
      paragraphs: [
        'A trade agreed on the platform is submitted to the clearing venue named in the request, for the accounts that the two desks have chosen. It is final between the desks once the venue has accepted it for clearing. The venue’s rules govern its execution, clearing and margin, and everything after that. If the records of the venue and of the platform differ for a cleared trade, the venue’s record prevails between the two desks.',
        'You authorise us to send to the venue, with the credentials or through the clearing account that you have connected, the instructions that are needed to settle what your Users have agreed, and no others. You may disconnect an account at any time. Trades that are already being settled will continue to use it until they are complete.',
        'If the venue or a clearing member rejects a trade, or if the trade does not reach the venue in time, the trade is void and we notify both desks of the reason. Neither desk then owes the other anything for that trade, unless one of them caused the failure deliberately.',
        'Any fees that we charge are in the fee schedule that we have sent you, and we announce them before we first charge them. You owe the fees of the venue and of your clearing member directly to them. Each party pays its own taxes.',
      ],
    },
    {
      id: 'liability',
      label: '7 · Liability',
      paragraphs: [
        'We operate the platform with reasonable care and in line with industry practice, and we correct faults. We do not promise that it is free of faults or always available. To the extent that the law allows, we give no warranty, express or implied, beyond those in this agreement.',
        'The total liability of each party to the other for all claims that arise from this agreement, on any legal ground, is capped at US$10,000.',
        'Neither party is liable for lost profits, lost opportunities or other consequential losses, or for the acts or omissions of a clearing venue, a clearing member, a network or another desk, or for events outside its control.',
        'The cap and these exclusions do not apply to fraud, to wilful misconduct, to fees that are due, or to what two desks owe each other from a trade. They also do not apply to the extent that the law does not allow liability to be limited.',
      ],
    },
    {
      id: 'term',
      label: '8 · Term and notices',
      paragraphs: [
        'This agreement continues until it is terminated. Either party may terminate it with 30 days’ notice in writing.',
        'Either party may terminate it immediately if the other becomes insolvent, or commits a material breach and does not correct it within ten business days of being notified. Our right to deny, suspend or revoke access under section 2 is separate and requires no notice.',
        'We send notices for you to the email address with which the desk administrator signs in. Send notices for us to the address for legal notices on our website.',
        'We may change this agreement. Each new version is dated and is shown on the platform. It binds a person once that person has accepted it. Until then, that person’s access may be limited, and we notify the desk administrator that acceptance is due.',
        'Sections 1, 6, 7 and 9 continue to apply after this agreement ends to everything that happened before.',
        'We use personal data only to provide the services, to keep them secure and to comply with the law. What you learn about us or about other desks on the platform is confidential, and so is what we learn about you. Each of us may disclose such information to a clearing venue or an authority if this is required, and to advisers who are bound by the same duty of confidentiality.',
      ],
    },
    {
      id: 'disputes',
      label: '9 · Disputes',
      paragraphs: [
        'This agreement, and everything that arises from it, is governed by the law of Singapore, which applies to all contracts of the Parley group. Rules of US law that cannot be waived apply as well, and so do the clearing venue’s rules on the trades that it has cleared.',
        'If there is a dispute, one party notifies the other in writing. Representatives of both parties with the authority to settle it then hold talks in good faith for up to 60 days from that notice.',
        'A dispute that is not resolved after 60 days of talks is referred to and finally resolved by arbitration in Singapore. The tribunal has three arbitrators: each party appoints one, and those two appoint the third, who presides. The seat is Singapore and the language is English. Hearings may be held by video. The talks and the arbitration are confidential.',
        'Until the tribunal has been formed, either party may ask a court for urgent relief, in particular to protect confidential information or the operation of the platform.',
        'If a part of this agreement cannot be enforced, the other parts remain in force, and that part is interpreted as closely to its purpose as the law allows. You may not transfer this agreement without our consent. We may transfer it within the Parley group if this does not put you at a disadvantage. Only the parties can enforce it. It is our entire agreement on its subject.',
      ],
    },
    {
      id: 'annex',
      label: 'Annex · US cleared products',
      paragraphs: [
        'Last updated 29 NOV 2026. This annex defines who may use the US cleared products. You give each confirmation in it when you accept it, and again on each day on which you use such a product.',
        'Customers are eligible if their portfolio is over US$500,000. The portfolio is the value, at the prices of the day, of the cash, securities, derivatives and digital assets that the Customer owns or manages with discretion, minus any amounts borrowed against them.',
        'The Customer must also be eligible at the clearing venue for the product, as section 4 describes, and must have an account there, or with a clearing member, that is allowed to hold it. If the law restricts a product to eligible contract participants, only they may use it.',
        'Each desk must connect its clearing account before its first request in a US cleared product. A request names the account that it is for. If it does not, the desk’s default account is used. Without a default account the request is refused.',
        'From the day on which a condition is no longer met, the product is closed to the Customer. Positions remain at the clearing venue under the venue’s rules. With our consent, the platform may be used to reduce and close them.',
        'You must keep documents that prove that you meet the conditions, and show them to us on request. The products of the Singapore affiliate are described in the annex to its own agreement and are not available to you under this one.',
      ],
    },
  ],
}
