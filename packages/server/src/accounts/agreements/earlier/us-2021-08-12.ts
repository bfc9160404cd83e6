/** The agreement of customers who are US persons, as of 12 AUG 2021. */
import type { AgreementDocument } from '../agreement.ts'

export const usAgreement: AgreementDocument = {
  kind: 'us',
  version: '2021-08-12',
  title: 'Customer Agreement for US customers',
  dated: '12 AUG 2021',
  lastUpdated: '12 AUG 2021',
  sections: [
    {
      id: 'parties',
      label: '1 · Parties and meaning',
      paragraphs: [
        'This agreement is made between Parley US, Inc., the US entity of the Parley group (“Parley”, “we”), and the firm or person in whose name a desk is opened on the platform (the “Customer”, “you”). It is dated 12 AUG 2021. It takes effect for each person on the day that person accepts it, and for the Customer on the day the first of its people does.',
        'It is written for US persons: those who live or are established in the United States, and those who live or are established in Guam, American Samoa, the Northern Mariana Islands, Puerto Rico or the US Virgin Islands. Customers elsewhere have an agreement of their own with Parley Singapore Pte. Ltd., the Singapore affiliate of the group.',
        'US customers stay on the US entity. They are not yet eligible to be customers of the Singapore affiliate or to use the products that it alone offers, Global RFQ among them. We tell desk administrators when that changes; until then, an account opened elsewhere by a US person is closed when we learn of it.',
        'Some words are used throughout in one meaning. The “platform” is the web application, the programming interface and everything that belongs to them. A “desk” is the part of the Customer that trades under one name and ticker. A “User” is any natural person who is signed in for a desk. A “clearing venue” is an exchange or clearing house at which a trade that was agreed on the platform is executed and cleared. The “services” are what the platform does: it carries requests for quotes, the answers to them, the record of what was agreed, and instructions to settle.',
        'Parley is not your broker, your futures commission merchant, your adviser, your agent, your custodian or your counterparty. We carry what two desks say to each other and write it down. We hold neither money nor assets of yours, and we give no opinion on whether a trade is wise. Headings help the reader and change nothing.',
      ],
    },
    {
      id: 'access',
      label: '2 · Access and conduct',
      paragraphs: [
        'We give you access to the platform for your own business, on your own account or for funds and accounts that you manage with proper authority. The access cannot be sold, lent or passed on.',
        'We may deny, suspend or revoke the access of the Customer, of a desk or of a single User at any time. We do so in particular where the law, a regulator or a clearing venue asks for it, where a confirmation in section 5 or in the annex is no longer true, where we have reason to suspect misuse or a stolen password, or where the platform has to be protected. Trades that were agreed before remain agreed, and we help to bring them to settlement.',
        'You use the platform fairly and within the rules that the clearing venue has for block trades and for negotiations before them. You do not ask for quotes that you have no intention to consider, you do not give quotes that you have no intention to honour, and you do not arrange trades for the sake of appearance. You do not trade with yourself.',
        'You do not overload the platform, look for ways around its limits, read what is not meant for you, or copy it in order to build another one.',
        'Passwords, codes, passkeys and keys of the programming interface are secrets. They are kept by the person or the machine they were made for. Whatever is done with them counts as done by you until you have told us, or have used the platform’s own means to end the session or to revoke the key.',
        'We keep records of what is done on the platform, including who did it, when and from where, for as long as the rules of the markets ask. You agree that these records may be used as evidence, and that we give them to an authority that may lawfully ask for them.',
      ],
    },
    {
      id: 'authorized-users',
      label: '3 · Authorized Users',
      paragraphs: [
        'The Customer decides who acts for it. An Authorized User is a person whom the Customer has given access and who may bind it: a request, a quote, an acceptance or a cancellation by an Authorized User is the Customer’s own. A view-only user may see what the desk sees and may not trade. The platform also knows users who are admitted for decentralized options vaults (each a “DOV user”) and who bid in the auctions of such vaults; those auctions are not among the products of this agreement.',
        'Each desk names at least one desk administrator. The desk administrator adds and removes Authorized Users and view-only users, and decides with which other desks the desk is willing to negotiate. Two desks negotiate only once both have approved each other. The Customer may remove a person at any hour; the removal counts at once.',
        'The desk administrator is also the contact for legal notices. A notice that we send to the desk administrator has reached the Customer.',
        'Every person joins in their own name, with their own address and their own password, and accepts this agreement for themselves and for the Customer. The Customer makes sure that each of them is of age, holds the registrations that their work requires, and knows what is agreed here. When a new version of this agreement has to be accepted, the desk administrator is told and sees to it.',
        'In a negotiation the desk that asks is the taker and the desk that answers is the maker. The taker confirms the maker’s terms; with that confirmation the trade is agreed between the two desks.',
      ],
    },
    {
      id: 'products',
      label: '4 · Products',
      paragraphs: [
        'The services under this agreement cover products that are executed and cleared at a venue that may lawfully offer them to US persons (the “US cleared products”). To use them you need to be eligible at the clearing venue: as its member or participant, or as the customer of a clearing member that carries your account and has agreed to clear the trade.',
        'The conditions for the US cleared products are in the annex, which is part of this agreement. The clearing venue and your clearing member may have conditions of their own, and these have to be met as well. You tell us promptly when a condition is no longer met, and you stop using the product without waiting to be told.',
        'We may add products, change them and withdraw them. We give reasonable notice of a change that makes a product worth less to you, unless a venue or an authority leaves us no time. Prices, marks and other figures that the platform shows come from venues and from models. They are given for orientation, may be late or wrong, and are no offer by us.',
        'Options and futures on digital assets can lose the whole of what is put into them, and more. You confirm that you understand these risks, that you can bear them, and that you decide on your own judgement or on that of advisers you have chosen yourself.',
      ],
    },
    {
      id: 'restricted-persons',
      label: '5 · Restricted persons',
      paragraphs: [
        'The services under this agreement are not offered to the following, and none of them may use the platform under it, for themselves or through another:',
        '- persons who are not US persons; they are customers of the Singapore affiliate, if they are eligible there;',
        '- sanctioned parties, that is, persons and firms named on a sanctions list that applies to you, to us or to a clearing venue, and those they own or control;',
        '- persons who live in, are established in or act from a sanctioned jurisdiction;',
        '- anyone whom a court, a regulator or a clearing venue has barred from trading.',
        'By accepting this agreement you confirm that you are none of these, and you confirm it again on every day on which you use the services. You do not hide where you are; a sign-in that appears to come from a place we do not serve may be limited or refused, and the platform may allow only a small number of requests from it.',
        'We may ask you to show that a confirmation is true, and you answer within a reasonable time. If a confirmation ceases to be true, you tell us at once and stop using the services.',
        'You keep to the laws against money laundering, the financing of terrorism, bribery, fraud and manipulation that apply to you.',
      ],
    },
    {
      id: 'settlement',
      label: '6 · Settlement',
      paragraphs: [
        'A trade agreed on the platform is submitted to the clearing venue named in the request, for the accounts that both desks have chosen. It is final between the desks when the venue has accepted it for clearing. The venue’s own rules apply to its execution, its clearing, margin and everything that comes after. If the venue and this platform describe a cleared trade differently, the venue’s record counts between the two desks.',
        'You authorise us to send to the venue, with the credentials or through the clearing account that you have connected, the instructions that are needed to settle what your Users have agreed, and no others. You may disconnect an account at any time; trades that are being settled keep it to their end.',
        'If the venue or a clearing member rejects a trade, or nothing that could trade has reached the venue in due time, the trade is given up and both desks are told why. Neither desk owes the other anything on its account, unless one of them caused the failure deliberately.',
        'Fees, if any, are those of the schedule that we have sent you, and are stated before they are first charged. Fees of the venue and of your clearing member are owed to them. Each party bears its own taxes.',
      ],
    },
    {
      id: 'liability',
      label: '7 · Liability',
      paragraphs: [
        'We run the platform with care and with the means that are usual in this trade, and we repair what fails. We do not promise that it is without fault or always open. Beyond what is written here we give no warranty, express or implied, as far as the law lets us say so.',
        'The liability of each party to the other, for everything that arises from this agreement taken together and whatever the legal ground, is capped at US$10,000.',
        'Neither party is liable for lost profit, lost opportunity or other consequential loss, nor for what a clearing venue, a clearing member, a network, another desk or an event outside its control has done or failed to do.',
        'The cap and the exclusion do not apply to fraud, to wilful wrongdoing, to fees that are owed, to what two desks owe each other from a trade, or where the law does not allow a limit.',
      ],
    },
    {
      id: 'term',
      label: '8 · Term and notice',
      paragraphs: [
        'This agreement runs until it is ended. Either party may end it by giving 30 days’ notice in writing.',
        'Either party may end it at once where the other has broken it in a way that matters and has not put this right within ten business days of being told, or has become insolvent. Our right to deny, suspend or revoke access under section 2 stands beside this and needs no period.',
        'Notices to you go to the desk administrator at the address with which they sign in. Notices to us go to the address for legal notices shown on our website.',
        'We may change this agreement. A new version has a date of its own and is shown on the platform; it binds a person once that person has accepted it. Until then access may be limited, and the desk administrator is told that a member’s acceptance is due.',
        'Sections 1, 6, 7 and 9 go on after the end of the agreement for whatever happened before it.',
        'We use personal data to run the services, to keep them safe and to do what the law asks of us, and for nothing else. What you learn about us or about other desks on the platform is confidential, and so is what we learn about you, apart from what has to be told to a clearing venue, an authority, or an adviser who is bound to the same silence.',
      ],
    },
    {
      id: 'disputes',
      label: '9 · Disputes',
      paragraphs: [
        'This agreement, and everything that arises from it, is governed by the law of Singapore, the law under which the whole Parley group contracts. Rules of US law that cannot be waived, and the rules of the clearing venue about the trades it has cleared, apply beside it.',
        'If there is a dispute, one party writes to the other what it is about, and people of both who may decide talk in good faith for up to 60 days from that letter.',
        'What is not resolved after 60 days of talks is referred to and finally resolved by arbitration in Singapore. The tribunal has three arbitrators: each party names one, and these two name the third, who presides. The seat is Singapore and the language is English. Hearings may be held by video, and what is said and shown in the talks and in the arbitration is confidential.',
        'Until the tribunal sits, either party may ask a court for an order that cannot wait, in particular to protect secrets, confidential information or the working of the platform.',
        'If a part of this agreement cannot be enforced, the rest stands, and the part is read as closely to its purpose as the law allows. You may not transfer this agreement without our consent; we may transfer it within the Parley group if your position does not become worse. Nobody but the parties can enforce it. It is the whole of what we have agreed about its subject.',
      ],
    },
    {
      id: 'annex',
      label: 'Annex · US cleared products',
      paragraphs: [
        'Last updated 12 AUG 2021. This annex says who may use the US cleared products. Each confirmation in it is given on acceptance and again on every day on which such a product is used.',
        'Eligible are Customers whose portfolio is over US$500,000. The portfolio is the value of cash, securities, derivatives and digital assets that the Customer owns or manages with discretion, with what is borrowed against them taken off, at the prices of the day.',
        'A Customer also needs the clearing venue’s own eligibility for the product, as described in section 4, and an account there, or with a clearing member, that may hold it. Where the law limits a product to eligible contract participants, only they may use it.',
        'Each desk connects its clearing account before its first request in a US cleared product. A request names the account it is for; if no account was chosen, the desk’s default counts, and without a default there is no request.',
        'A product is closed to the Customer on the day a condition is no longer met. Positions that stand at the clearing venue stay there and are dealt with under the venue’s rules; the platform may be used to reduce and close them with our consent.',
        'You keep the papers that show that the conditions are met and let us see them when we ask. The products of the Singapore affiliate are described in the annex to its own agreement and are not open to you under this one.',
      ],
    },
  ],
}
