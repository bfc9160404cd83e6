// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Token} from "./Token.sol";
import {OptionToken} from "./OptionToken.sol";
import {PriceFeed} from "./PriceFeed.sol";

/// @notice The vault auction contract for the embedded chain. It has the same calls, events, order of checks and error texts as the published one,
/// and nothing else. It holds no money and is not upgradeable.
contract VaultSwap {
    struct Offer {
        address seller;
        address oToken;
        uint96 minPrice;
        address biddingToken;
        uint96 minBidSize;
        uint128 totalSize;
        uint128 availableSize;
        uint256 totalSales;
    }

    struct Bid {
        uint256 swapId;
        uint256 nonce;
        address signerWallet;
        uint256 sellAmount;
        uint256 buyAmount;
        address referrer;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    event NewOffer(
        uint256 swapId,
        address seller,
        address oToken,
        address biddingToken,
        uint256 minPrice,
        uint256 minBidSize,
        uint256 totalSize
    );
    event Swap(
        uint256 indexed swapId,
        uint256 nonce,
        address indexed signerWallet,
        uint256 signerAmount,
        uint256 sellerAmount,
        address referrer,
        uint256 feeAmount
    );
    event SettleOffer(uint256 swapId);
    event Cancel(uint256 indexed nonce, address indexed signerWallet);
    event Authorize(address indexed signer, address indexed signerWallet);
    event Revoke(address indexed signer, address indexed signerWallet);
    event SetFee(address referrer, uint256 fee);

    bytes32 public constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 public constant BID_TYPEHASH = keccak256(
        "Bid(uint256 swapId,uint256 nonce,address signerWallet,uint256 sellAmount,uint256 buyAmount,address referrer)"
    );
    uint256 private constant WHOLE_TOKEN = 10 ** 8;
    uint256 private constant WHOLE_SHARE = 1_000_000;
    /// @dev The maximum share of the premium, and the maximum fee of a referrer.
    uint256 private constant MAX_SHARE = 125_000;
    /// @dev The initial value of a storage slot before it is used as a counter. It is removed when the offer is settled.
    uint256 private constant FIRST_WEI = 1;

    uint256 private immutable chainIdAtStart = block.chainid;
    address public immutable owner;

    uint256 public offersCounter;
    mapping(uint256 swapId => Offer) public swapOffers;
    mapping(address wallet => address) public authorized;
    mapping(address referrer => uint256) public referralFees;
    mapping(address asset => address) public priceFeeds;
    mapping(address signatory => mapping(uint256 group => uint256)) private nonceGroups;

    /// @param offersBefore The first offer has the next number, so that a restarted chain does not reuse earlier numbers.
    constructor(address theOwner, uint256 offersBefore) {
        owner = theOwner;
        offersCounter = offersBefore;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    function setFee(address referrer, uint256 fee) external onlyOwner {
        require(referrer != address(0), "Referrer cannot be the zero address");
        require(fee < MAX_SHARE, "Fee exceeds maximum");
        referralFees[referrer] = fee;
        emit SetFee(referrer, fee);
    }

    function setPriceFeed(address asset, address feed) external onlyOwner {
        require(asset != address(0) && feed != address(0), "Price feed cannot be the zero address");
        priceFeeds[asset] = feed;
    }

    function createOffer(address oToken, address biddingToken, uint96 minPrice, uint96 minBidSize, uint128 totalSize)
        external
        returns (uint256 swapId)
    {
        require(oToken != address(0), "oToken cannot be the zero address");
        require(biddingToken != address(0), "BiddingToken cannot be the zero address");
        require(minPrice > 0, "MinPrice must be larger than zero");
        require(minBidSize > 0, "MinBidSize must be larger than zero");
        require(minBidSize <= totalSize, "MinBidSize exceeds total size");
        (address underlying, bool isPut) = kindOf(oToken);
        require(!isPut || priceFeeds[underlying] != address(0), "Price feed not set");
        require(Token(oToken).allowance(msg.sender, address(this)) >= totalSize, "Insufficient allowance");
        require(Token(oToken).balanceOf(msg.sender) >= totalSize, "Insufficient balance");
        swapId = ++offersCounter;
        swapOffers[swapId] =
            Offer(msg.sender, oToken, minPrice, biddingToken, minBidSize, totalSize, totalSize, FIRST_WEI);
        emit NewOffer(swapId, msg.sender, oToken, biddingToken, minPrice, minBidSize, totalSize);
    }

    function settleOffer(uint256 swapId, Bid[] calldata bids) external {
        Offer storage offer = swapOffers[swapId];
        require(offer.seller == msg.sender, "Only seller can settle or offer doesn't exist");
        // Unreachable, because a settled offer has no seller. The published contract has this error too.
        require(offer.availableSize > 0, "Offer fully settled");
        for (uint256 i = 0; i < bids.length; i++) {
            require(bids[i].swapId == swapId, "Offer and bid swapId mismatched");
            settle(offer, bids[i]);
        }
        if (offer.availableSize > 0) return;
        offer.totalSales -= FIRST_WEI;
        offer.seller = address(0);
        offer.oToken = address(0);
        offer.minPrice = 0;
        offer.biddingToken = address(0);
        offer.minBidSize = 0;
        emit SettleOffer(swapId);
    }

    function cancelNonce(uint256[] calldata nonces) external {
        for (uint256 i = 0; i < nonces.length; i++) {
            if (markUsed(msg.sender, nonces[i])) emit Cancel(nonces[i], msg.sender);
        }
    }

    function authorize(address signer) external {
        require(signer != address(0), "Signer cannot be the zero address");
        authorized[msg.sender] = signer;
        emit Authorize(signer, msg.sender);
    }

    function revoke() external {
        address signer = authorized[msg.sender];
        delete authorized[msg.sender];
        emit Revoke(signer, msg.sender);
    }

    function nonceUsed(address signatory, uint256 nonce) public view returns (bool) {
        return (nonceGroups[signatory][nonce / 256] >> (nonce % 256)) & 1 == 1;
    }

    function averagePriceForOffer(uint256 swapId) external view returns (uint256) {
        Offer storage offer = swapOffers[swapId];
        require(offer.totalSize != 0, "Offer does not exist");
        uint256 sales = offer.availableSize == 0 ? offer.totalSales : offer.totalSales - FIRST_WEI;
        return (sales * WHOLE_TOKEN) / (offer.totalSize - offer.availableSize);
    }

    /// @return The number of errors, and the errors.
    function check(Bid calldata bid) external view returns (uint256, bytes32[] memory) {
        Offer storage offer = swapOffers[bid.swapId];
        require(offer.seller != address(0), "Offer does not exist");
        bytes32[] memory words = new bytes32[](10);
        uint256 count;
        address signatory = signatoryOf(bid);
        if (signatory == address(0)) words[count++] = "SIGNATURE_INVALID";
        if (!maySign(signatory, bid.signerWallet)) words[count++] = "UNAUTHORIZED";
        if (nonceUsed(signatory, bid.nonce)) words[count++] = "NONCE_ALREADY_USED";
        if (bid.buyAmount < offer.minBidSize) words[count++] = "BID_TOO_SMALL";
        if (bid.buyAmount > offer.availableSize) words[count++] = "BID_EXCEED_AVAILABLE_SIZE";
        if (priceOf(bid) < offer.minPrice) words[count++] = "PRICE_TOO_LOW";
        Token biddingToken = Token(offer.biddingToken);
        if (biddingToken.allowance(bid.signerWallet, address(this)) < bid.sellAmount) words[count++] = "SIGNER_ALLOWANCE_LOW";
        if (biddingToken.balanceOf(bid.signerWallet) < bid.sellAmount) words[count++] = "SIGNER_BALANCE_LOW";
        return (count, words);
    }

    function domainSeparator() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256("RIBBON SWAP"), keccak256("1"), chainIdAtStart, address(this))
        );
    }

    /// @return The address that signed the bid, or zero.
    function signatoryOf(Bid calldata bid) public view returns (address) {
        bytes32 content = keccak256(
            abi.encode(
                BID_TYPEHASH, bid.swapId, bid.nonce, bid.signerWallet, bid.sellAmount, bid.buyAmount, bid.referrer
            )
        );
        return ecrecover(keccak256(abi.encodePacked(hex"1901", domainSeparator(), content)), bid.v, bid.r, bid.s);
    }

    function settle(Offer storage offer, Bid calldata bid) private {
        require(block.chainid == chainIdAtStart, "CHAIN_ID_CHANGED");
        address signatory = signatoryOf(bid);
        require(signatory != address(0), "SIGNATURE_INVALID");
        require(maySign(signatory, bid.signerWallet), "UNAUTHORIZED");
        require(markUsed(signatory, bid.nonce), "NONCE_ALREADY_USED");
        require(bid.buyAmount <= offer.availableSize, "BID_EXCEED_AVAILABLE_SIZE");
        require(bid.buyAmount >= offer.minBidSize, "BID_TOO_SMALL");
        require(priceOf(bid) >= offer.minPrice, "PRICE_TOO_LOW");
        offer.availableSize -= uint128(bid.buyAmount);
        offer.totalSales += bid.sellAmount;
        uint256 fee = feeOf(offer, bid);
        pay(offer.oToken, offer.seller, bid.signerWallet, bid.buyAmount);
        if (fee > 0) pay(offer.biddingToken, bid.signerWallet, bid.referrer, fee);
        pay(offer.biddingToken, bid.signerWallet, offer.seller, bid.sellAmount - fee);
        emit Swap(bid.swapId, bid.nonce, bid.signerWallet, bid.sellAmount, bid.buyAmount, bid.referrer, fee);
    }

    /// @dev A share of the notional, but at most an eighth of the premium.
    function feeOf(Offer storage offer, Bid calldata bid) private view returns (uint256) {
        uint256 share = bid.referrer == address(0) ? 0 : referralFees[bid.referrer];
        if (share == 0) return 0;
        (address underlying, bool isPut) = kindOf(offer.oToken);
        uint256 notional = isPut
            ? (bid.buyAmount * PriceFeed(priceFeeds[underlying]).latestAnswer()) / 10 ** 10
            : (bid.buyAmount * 10 ** Token(underlying).decimals()) / WHOLE_TOKEN;
        uint256 most = (bid.sellAmount * MAX_SHARE) / WHOLE_SHARE;
        uint256 fee = (notional * share) / WHOLE_SHARE;
        return fee < most ? fee : most;
    }

    function maySign(address signatory, address wallet) private view returns (bool) {
        return signatory == wallet || authorized[wallet] == signatory;
    }

    /// @return False if it was used before.
    function markUsed(address signatory, uint256 nonce) private returns (bool) {
        if (nonceUsed(signatory, nonce)) return false;
        nonceGroups[signatory][nonce / 256] |= 1 << (nonce % 256);
        return true;
    }

    /// @dev The price of one whole option token, in units of the bidding token. Zero if nothing is bought.
    function priceOf(Bid calldata bid) private pure returns (uint256) {
        return bid.buyAmount == 0 ? 0 : (bid.sellAmount * WHOLE_TOKEN) / bid.buyAmount;
    }

    function kindOf(address oToken) private view returns (address underlying, bool isPut) {
        (, underlying,,,, isPut) = OptionToken(oToken).getOtokenDetails();
    }

    function pay(address token, address from, address to, uint256 amount) private {
        require(Token(token).transferFrom(from, to, amount), "TRANSFER_FAILED");
    }
}
